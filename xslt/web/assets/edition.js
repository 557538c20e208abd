/* The reader's script: a classic script, no modules and no fetch, so that pages opened from disk work whole.
   The pages are complete without it. It reads the text from the page, and data from scripts that call zhushu.data.
   Comments stand on lines of their own: they are left out of what is published. */
(() => {
'use strict';
const html = document.documentElement, main = document.querySelector('main'), article = document.querySelector('article');
const one = (selector, root = document) => root.querySelector(selector);
const all = (selector, root = document) => [...root.querySelectorAll(selector)];
const byId = id => document.getElementById(id);
const make = (tag, properties, ...children) => {
  const element = Object.assign(document.createElement(tag), properties);
  element.append(...children);
  return element;
};
const passages = article ? all('.tx', article) : [], units = all('.unit'), runs = all('.run');
/* one timer for each delay */
const timers = [], later = (delay, act) => {
  clearTimeout(timers[delay]);
  timers[delay] = setTimeout(act, delay);
};
const clamp = (value, low, high) => Math.max(low, Math.min(high, value));

/* ---- data ---- */
const loaded = {};
zhushu.data = value => document.currentScript.give(value);
const load = zhushu.load = src => loaded[src] ||= new Promise((give, onerror) => document.head.append(make('script', { src, give, onerror })));
/* where storage is forbidden, nothing is remembered */
const stored = name => { try { return JSON.parse(localStorage[name]); } catch { return []; } };
const store = (name, value) => { try { localStorage[name] = JSON.stringify(value); } catch {} };

/* ---- settings: the URL, else what is stored, else the defaults ---- */
const DEFAULTS = { layout: 'list', dir: 'h', script: 'record', theme: 'auto', leaf: 'on', line: 'off', raw: 'on', number: 'on', signs: 'on', keys: 'on', size: '', off: '', ui: html.dataset.ui };
const address = new URLSearchParams(location.search);
const settings = { ...DEFAULTS, ...stored('zhushu'), ...Object.fromEntries(address) };
const offered = name => [...new Set(all(`[data-set="${name}"]`).map(button => button.dataset.value))];
for (const name in DEFAULTS) if (offered(name).length && !offered(name).includes(settings[name])) settings[name] = DEFAULTS[name];
const off = new Set(settings.off.split(',').filter(Boolean));
const hidden = passage => off.has(passage.dataset.l) || off.has('@' + passage.dataset.v);
const double = () => settings.layout === 'double', vertical = () => article && settings.dir === 'v' && settings.layout !== 'columns';
const word = key => byId('ui:words').dataset[key]?.split('|')[['hant', 'hans', 'en'].indexOf(settings.ui)];

function paint() {
  zhushu.paint(settings);
  main.tabIndex = vertical() ? 0 : -1;
  for (const button of all('[aria-pressed]:not(.facets *)')) {
    const { set, value, toggle, layer, voice } = button.dataset;
    button.ariaPressed = toggle ? settings[toggle] === 'on' : set ? settings[set] === value : !off.has(layer || '@' + voice);
  }
}
async function change(name, value) {
  const here = current();
  settings[name] = value;
  store('zhushu', { ...stored('zhushu'), [name]: value });
  showAddress();
  paint();
  if (!article) return;
  if (name === 'script') await setScript();
  if (/layout|dir|size|script/.test(name)) arrange();
  else if (name === 'off' && double()) plan();
  bring(here);
  mark();
}
function toggleLayer(name) {
  if (!off.delete(name)) off.add(name);
  change('off', [...off].join());
}

/* ---- the text of a passage, as shown ---- */
function nodesOf(...roots) {
  const nodes = [];
  for (const root of roots) {
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) nodes.push(walker.currentNode);
  }
  return nodes;
}
function textNodes(passage) {
  const shown = passage.pieces || all('.row2', passage);
  return nodesOf(...(shown.length ? shown : [passage]));
}
const textOf = passage => textNodes(passage).map(node => node.data).join('');
/* Offsets (UTF-16) in a passage → ranges over what is shown of it. */
function rangesIn(passage, start, end) {
  const ranges = [];
  let at = 0;
  for (const node of textNodes(passage)) {
    const from = Math.max(start - at, 0), to = Math.min(end - at, node.length);
    if (from < to) {
      const range = new Range();
      range.setStart(node, from);
      range.setEnd(node, to);
      ranges.push(range);
    }
    at += node.length;
  }
  return ranges;
}

/* ---- characters: 原字 正字 繁 简, display only ---- */
const untouched = new Map();
const touch = passage => { if (!untouched.has(passage)) untouched.set(passage, passage.innerHTML); };
async function setScript() {
  level();
  passages.forEach(passage => { delete passage.count; });
  untouched.forEach((content, passage) => { passage.innerHTML = content; });
  const { script } = settings, { lang, stem } = article.dataset;
  article.lang = { hans: 'lzh-Hans', hant: 'lzh-Hant' }[script] || lang;
  if (script === 'standard') {
    for (const glyph of all('.g[title]', article)) {
      touch(glyph.closest('.tx'));
      glyph.textContent = glyph.title;
    }
  } else if (script === 'hans') {
    const pairs = (await load('data/characters.js')).hans.match(/../gu) || [], simple = Object.fromEntries(pairs.map(pair => [...pair]));
    for (const passage of passages) spread(passage, Array.from(textOf(passage), character => simple[character] || character));
  } else if (script === 'hant') {
    const texts = await load(`data/${stem}.hant.js`);
    passages.forEach((passage, index) => spread(passage, [].concat(texts[index])));
  }
}
/* A text, in pieces, into the places of the characters, if it has as many. A piece is [text, certainty] where it is in doubt. */
function spread(passage, pieces) {
  const parts = pieces.map(piece => [].concat(piece)), characters = [...parts.map(([text]) => text).join('')];
  if ([...textOf(passage)].length !== characters.length) return;
  touch(passage);
  for (const node of textNodes(passage)) node.data = characters.splice(0, [...node.data].length).join('');
  let end = 0;
  for (const [text, cert] of parts) {
    const start = end;
    end += text.length;
    for (const range of cert == null ? [] : rangesIn(passage, start, end)) {
      if (range.startContainer.parentElement.closest('.unclear, .g.no')) continue;
      const span = make('span', { className: 'doubt' });
      span.dataset.cert = cert;
      range.surroundContents(span);
    }
  }
}

/* ---- 雙行: han characters are as wide as high, so lines are filled by counting ---- */
const WIDE = /^[\u3001-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\uff01-\uff60]$/;
const clusters = text => text.match(/\P{M}\p{M}*|\p{M}+/gu) || [];
const composed = node => node.parentElement?.closest('.g.no[data-way]');
/* A character that no han font need draw gets a cell, so that it too is as wide as high. */
function cells(passage) {
  for (const node of textNodes(passage)) {
    const pieces = clusters(node.data);
    if (composed(node) || node.parentElement.matches('.cell') || pieces.every(piece => WIDE.test(piece))) continue;
    touch(passage);
    node.replaceWith(...pieces.map(piece => WIDE.test(piece) ? piece : make('span', { className: 'cell' }, piece)));
  }
  passage.normalize();
}
/* Every place that takes one square: [the text node, what stands there]. */
const squares = nodes => nodes.flatMap(node => (composed(node) ? [node.data] : clusters(node.data)).map(piece => [node, piece]));
/* Marks, each with the number of the square it stands before; beyond all where it stands at the end. */
const stops = (places, marks) => marks.map(mark => [places.findIndex(([node]) => mark.compareDocumentPosition(node) & 4) >>> 0, mark]);
/* Squares as HTML, each stretch of a text node in all that encloses it up to the passage. */
function row(places) {
  let out = '';
  for (let k = 0; k < places.length;) {
    const [node] = places[k];
    let part = '';
    while (places[k]?.[0] === node) part += places[k++][1];
    part = part.replace(/[&<]/g, sign => `&#${sign.charCodeAt()};`);
    for (let outer = node.parentElement; !outer.matches('.tx, .src'); outer = outer.parentElement) {
      const shell = outer.cloneNode();
      shell.removeAttribute('id');
      shell.innerHTML = part;
      part = shell.outerHTML;
    }
    out += part;
  }
  return `<span>${out}</span>`;
}
/* Squares in two rows of equal length. */
function twoRows(places, style = '') {
  const half = Math.ceil(places.length / 2);
  return `<span class="row2"${style}>${row(places.slice(0, half))}${places.length > 1 ? row(places.slice(half)) : ''}</span>`;
}
function level(root = article) {
  for (const source of all('.src', root)) source.parentElement.replaceChildren(...source.childNodes);
}
/* Counting tells where every run of passages begins and how many lines it has, so that one is filled when it comes near
   and nothing moves. Whole pixels everywhere: the engine rounds each run of text up to 1/64 pixel, and half a pixel
   takes that up. */
let grid;
function measure() {
  const em = Math.round(parseFloat(getComputedStyle(html).fontSize) * 1.4), small = Math.round(em * .56), edge = innerWidth > 760 ? 60 : 30;
  const width = Math.max(2, (vertical() ? main.clientHeight - edge : Math.min(main.clientWidth - edge, em * 34)) / em | 0) * em;
  article.style.cssText = `font-size:${em}px;inline-size:${width + .5}px;--em:${em}px;--small:${small}px;--pitch:${Math.round(em * 1.72)}px`;
  grid = { em, small, width };
  plan();
}
/* Asks the browser for nothing, so that a switch of layers costs it one layout. */
function plan() {
  let at = 0;
  for (const run of runs) {
    if (!run.matches('.run + *, .runs + .runs > *')) at = 0;
    run.at = at;
    run.className = at ? 'run wait on' : 'run wait';
    run.style.setProperty('--at', at + 'px');
    at = lay(run);
  }
  /* what nobody has come near is open to the browser's own search */
  setTimeout(() => { near(900); runs.forEach(run => run.classList.remove('wait')); }, 200);
}
/* A run, from where the one before it ended → where it ends. Numbers and page marks take no room: each is told where the
   square stands that it belongs to. */
function lay(run, write) {
  const { em, small, width } = grid, ahead = [], copies = [];
  let { at } = run, lines = at ? 1 : 0;
  const turn = () => { at = 0; lines++; };
  const put = (mark, x, low) => {
    /* a note is hidden where its rows are shown */
    if (mark.matches('.note *')) copies.push(mark = mark.cloneNode());
    mark.style.cssText = `--x:${x}px;--y:${lines - (low ? .08 : 1)}`;
  };
  for (const passage of all(write ? '.n, .mark, .base, .note' : '.base, .note', run)) {
    if (passage.matches('.n, .mark')) { ahead.push(passage); continue; }
    if (hidden(passage)) continue;
    const note = passage.matches('.note'), size = note ? small : em, places = write && squares(nodesOf(passage)), count = passage.count ??= squares(nodesOf(passage)).length;
    const marks = places ? stops(places, [...ahead.splice(0), passage, ...all('.tag, .pb, .lb', passage)]) : [];
    let rows = '';
    for (let k = 0; k < count;) {
      lines ||= 1;
      const fit = (width - at) / size | 0, left = count - k, take = note ? Math.min(left, 2 * fit) : 1, half = Math.ceil(take / 2);
      /* 註曰 is not left alone at the end of a line */
      if (fit < (note && !k && left > 2 ? 2 : 1)) { turn(); continue; }
      while (marks[0]?.[0] < k + take) {
        const [place, mark] = marks.shift();
        put(mark, at + (place - k) % half * size, place >= k + half);
      }
      if (places && note) rows += twoRows(places.slice(k, k + take), ` style="inline-size:${half * size}px"`) + '<wbr>';
      k += take;
      if (note && left > take) turn(); else at += half * size;
    }
    for (const [, mark] of marks) put(mark, at);
    if (places && note) {
      passage.append(make('span', { className: 'src' }, ...passage.childNodes));
      passage.insertAdjacentHTML('beforeend', rows);
      passage.append(...copies.splice(0));
    }
  }
  for (const mark of ahead) put(mark, at);
  run.style.setProperty('--lines', lines);
  return at;
}
function fill(run) {
  if (!grid || !double() || !run || run.matches('.filled')) return false;
  level(run);
  all('.tx', run).forEach(cells);
  lay(run, true);
  run.classList.remove('wait');
  return !run.classList.add('filled');
}
/* What is on the screen, or so near to it. */
function near(by = 0) {
  if (!article || !double()) return;
  const close = runs.filter(run => {
    const { left, right, top, bottom } = run.getBoundingClientRect();
    return Math.max(-right, -bottom, left - innerWidth, top - innerHeight) < by;
  });
  if (close.filter(fill).length) mark();
}

/* ---- 版式: the printed columns in their frame ---- */
const MARKS = '.pb:not(.raw):not([data-ed]), .lb:not([data-ed])';
function columns() {
  one('.columns')?.remove();
  passages.forEach(passage => { delete passage.pieces; });
  if (settings.layout !== 'columns') return;
  const halves = [{ leaf: article.dataset.leaf || '', columns: [[]] }];
  for (const passage of passages) {
    const places = squares(nodesOf(passage)), note = passage.matches('.note');
    let from = 0;
    for (const [to, mark] of [...stops(places, all(MARKS, passage)), [places.length]]) {
      const { columns } = halves.at(-1), part = places.slice(from, to);
      if (part.length) columns.at(-1).push({ passage, part, note });
      from = to;
      if (mark?.dataset.leaf) halves.push({ leaf: mark.dataset.leaf, columns: [[]] });
      else if (mark) {
        if (columns.at(-1).length) columns.push([]);
        /* a page that begins in the middle of a leaf leaves its columns free */
        while (columns.length < Math.min(mark.dataset.n, 40)) columns.push([]);
      }
    }
  }
  const middle = (list, share) => list.sort((a, b) => a - b)[list.length * share | 0], size = pieces => pieces.flatMap(piece => piece.part).length;
  const plain = halves.flatMap(half => half.columns).filter(pieces => pieces.length && !pieces.some(piece => piece.note));
  const usual = middle(plain.map(size), .9) || 18, perHalf = middle(halves.map(half => half.columns.length), .5);
  /* a column of notes alone that is no longer than one of base text is a single row, set lower */
  const single = pieces => pieces.length && pieces.every(piece => piece.note) && size(pieces) <= usual;
  const view = make('div', { className: 'columns', lang: article.lang }, make('h1', { className: 'sr' }, article.dataset.title || article.dataset.place));
  for (const { leaf, columns } of halves) {
    if (!size(columns.flat())) continue;
    const frame = make('div', { className: 'frame' }), figure = make('figure', { className: 'half' }, make('figcaption', {}, leaf), frame);
    frame.style.cssText = `--rows:${usual};--cols:${Math.max(perHalf, columns.length)}`;
    for (const pieces of columns) {
      const column = make('p', { className: single(pieces) ? 'col indent' : 'col' });
      for (const { passage, part, note } of pieces) {
        const piece = make('span', { className: `piece ${passage.className.match(/\bc-\w+/) || ''}${note ? ' low' : ''}`, innerHTML: note && !single(pieces) ? twoRows(part) : row(part), passage });
        Object.assign(piece.dataset, passage.dataset);
        (passage.pieces ||= []).push(piece);
        column.append(piece);
      }
      frame.append(column);
    }
    view.append(figure);
  }
  article.after(view);
}
const sheet = () => one('.columns') || article;
/* Layouts that are more than style. */
function arrange() {
  level();
  article.style.cssText = '';
  if (double()) measure();
  columns();
}

/* ---- where the reader is ---- */
let brought, there;
const spot = () => main.scrollLeft + ' ' + scrollY;
function current() {
  /* where the reader was brought, until he goes on */
  if (brought && there === spot()) return brought;
  if (!units.length || !(vertical() ? main.scrollLeft : scrollY)) return chosen();
  const first = list => {
    let low = 0, high = list.length - 1;
    while (low < high) {
      const middle = (low + high) >> 1, { left, bottom } = list[middle].getBoundingClientRect();
      if (vertical() ? left > innerWidth - 30 : bottom < 110) low = middle + 1; else high = middle;
    }
    return list[low];
  };
  /* asking for a place in a run has it laid out: ask in one run only */
  return one('.columns') ? one('.piece[data-l]', first(all('.half')))?.passage.closest('.unit') : first(all('.unit', first(all('.run', first(all('.runs'))))).filter(unit => unit.getClientRects()[0]));
}
function bring(element, where = 'start', then) {
  let target = element;
  brought = (target?.passage || target)?.closest('.unit');
  fill(target?.closest('.run'));
  const passage = target && (target.closest('.tx') || one('.tx', target));
  if (passage?.pieces) [target] = passage.pieces;
  else while (target && !target.getClientRects().length) target = target.nextElementSibling || target.parentElement;
  /* what comes into sight takes its true size and moves the place: again until it stands */
  let more = 5;
  const go = () => {
    /* the browser has a target only when the page is read */
    for (const piece of all('.piece')) piece.classList.toggle('current', piece.passage.matches(':target, :target > .base, .current > .base'));
    target?.scrollIntoView({ block: where, inline: where });
    near();
    then?.();
    there = spot();
    if (more--) setTimeout(go, 30);
  };
  go();
}
function bringHash() {
  /* a vertical page scrolls in itself, and no browser brings that back */
  const target = byId(vertical() && history.state || decodeURIComponent(location.hash.slice(1)));
  target?.closest('details')?.setAttribute('open', '');
  bring(target);
}
function choose(unit, at = unit) {
  for (const other of units) other.classList.toggle('current', other === unit);
  bring(at, 'center');
  /* from a button, whose Enter is its own, even where the number cannot have it */
  main.focus({ preventScroll: true });
  one('.n', unit)?.focus({ preventScroll: true });
}
function neighbour(unit, by) {
  const shown = units.filter(other => other === unit || all('.tx', other).some(passage => !hidden(passage)));
  return shown[clamp(shown.indexOf(unit) + by, 0, shown.length - 1)];
}
function step(by) {
  if (units.length) choose(chosen() ? neighbour(chosen(), by) : current() || units[0]);
}
const placeName = 'zhushu.place.' + html.dataset.edition;
function remember() {
  near(900);
  later(400, () => {
    const here = current();
    if (!here) return;
    history.replaceState(here.id, '');
    store(placeName, [`${file}#${here.id}`, `${article.dataset.place} ${numberOf(here)}`]);
  });
}
const numberOf = unit => one('.n', unit)?.ariaLabel || '';

/* ---- dialogs, tips, messages ---- */
const tip = byId('ui:tip'), toast = byId('ui:toast');
function open(name) {
  const dialog = byId('ui:' + name);
  if (dialog.open) return;
  dialog.showModal();
  one('[aria-current]', dialog)?.scrollIntoView({ block: 'center' });
}
function say(text) {
  (one('dialog:modal') || document.body).append(toast);
  toast.textContent = text;
  toast.hidden = false;
  later(1600, () => { toast.hidden = true; });
}
/* Above what it is about, else below; in vertical pages beside. */
function float(box, anchor) {
  const [at = new DOMRect] = anchor.getClientRects(), { width, height } = box.getBoundingClientRect(), beside = vertical();
  box.style.left = clamp(beside ? at.left - width - 8 : at.left, 8, innerWidth - width - 8) + 'px';
  box.style.top = clamp(beside ? at.top : at.top < height + 14 ? at.bottom + 8 : at.top - height - 8, 8, innerHeight - height - 8) + 'px';
}
function showCard(name, anchor, title, ...content) {
  const card = byId('ui:' + name);
  one('h2', card).textContent = title;
  one('.about', card).replaceChildren(...content);
  if (!card.open) card.showModal();
  float(card, anchor);
}
async function copy(text) {
  zhushu.copied = text;
  try { await navigator.clipboard.writeText(text); } catch {
    const area = (one('dialog:modal') || document.body).appendChild(make('textarea', { value: text }));
    area.select();
    document.execCommand('copy');
    area.remove();
  }
  say(word('copied'));
}

/* What a sign means, in words. */
const SIGNS = '.g[title], .g.pua, .g.no, .gap, .unclear, .doubt, .lem, span.supplied, .tx[data-cert] .label, .tx[data-cert] .tag, .base[data-cert]';
const STOPS = '.g.no, .gap, .unclear, .doubt, .lem, span.supplied, .tx[data-cert]';
function explain(sign) {
  const { g, cert, source = '' } = sign.closest('[data-g], [data-cert], [data-source]')?.dataset || {};
  const code = byId(g)?.lastElementChild.textContent.split(' ×')[0] || '';
  const certainty = word(cert) ? ` (${word(cert)})` : '', standard = sign.title ? `${word('variant')} ${sign.title}` : '';
  if (sign.matches('.g.no')) return `${word('no')} ${code}`;
  if (sign.matches('.g.pua')) return `${word('pua')} ${code} ${standard}`;
  if (sign.matches('.g')) return standard;
  if (sign.matches('.lem')) return one('.what', byId(decodeURIComponent(sign.hash.slice(1)))).innerText;
  return `${word(sign.className.match(/gap|unclear|doubt|supplied/) || 'border')} ${source}${certainty}`;
}
function showTip(sign) {
  tip.replaceChildren(make('b', { lang: 'lzh-Hant', textContent: sign.matches('.tx, .tag, .lem') ? '' : sign.textContent }), ' ' + explain(sign));
  tip.hidden = false;
  sign.setAttribute('aria-describedby', 'ui:tip');
  float(tip, sign);
}
/* The next place where the text is not plain, for eyes and ears. */
function stepSign(by) {
  const signs = all(STOPS, sheet()).filter(sign => sign.getClientRects().length), last = one('.here');
  if (!signs.length) return say(word('none'));
  const from = last || current() || units[0], beyond = bit => sign => from.compareDocumentPosition(sign) & bit;
  const sign = (by > 0 ? signs.find(beyond(4)) : signs.findLast(beyond(2))) || signs.at(by > 0 ? 0 : -1);
  if (fill(sign.closest('.run'))) return stepSign(by);
  last?.classList.remove('here');
  sign.classList.add('here');
  if (!sign.matches('a')) sign.tabIndex = -1;
  bring(sign, 'center');
  sign.focus({ preventScroll: true });
  showTip(sign);
}

/* ---- a passage: link, citation, copies ---- */
const plainAddress = () => location.href.split(/[?#]/)[0];
function leafOf(unit) {
  const { leaf = '', line = '' } = article.dataset, [first] = nodesOf(unit), before = all(MARKS, article).filter(mark => mark.compareDocumentPosition(first || unit) & 4);
  const page = before.findLast(mark => mark.matches('.pb')), last = before.at(-1);
  return [page ? page.dataset.leaf : leaf, last === page ? page ? '' : line : last.dataset.n];
}
function citation(unit) {
  const { work, edited, place, title, witness = '' } = { ...html.dataset, ...article.dataset }, [leaf, line] = leafOf(unit);
  const printed = leaf && `（${witness && witness + '，'}${leaf} 葉${line && ` ${line} 行`}）`;
  return [`《${work}》${place}${title && `〈${title}〉`}${numberOf(unit) || unit.id}${printed}`, edited, linkOf(unit)].filter(Boolean);
}
const chosen = () => one('.unit.current'), linkOf = unit => `${plainAddress()}#${unit.id}`;
const copyOf = selector => copy(all(selector, chosen()).map(textOf).join('\n'));
async function copyTei() {
  const units = (await load(`data/${article.dataset.stem}.tei.js`)).split('</ab>');
  return copy(`${units.find(part => part.includes(`xml:id="${chosen().id}"`)).replace(/^[^<]*/, '')}</ab>`);
}
function passageCard(unit, piece = one('.tx', unit)?.pieces?.[0]) {
  const seen = {};
  for (const sign of all(SIGNS, unit)) {
    if (sign.matches('.src ~ *, .src ~ * *')) continue;
    const key = [sign.matches('.tx, .tag, .lem') ? '' : sign.textContent, explain(sign)].join('\n');
    seen[key] = (seen[key] || 0) + 1;
  }
  const entries = Object.entries(seen).map(([key, count]) => {
    const [textContent, words] = key.split('\n');
    return make('li', {}, make('b', { lang: 'lzh-Hant', textContent }), ` ${words}${count > 1 ? ` ×${count}` : ''}`);
  });
  choose(unit, piece);
  showCard('passage', piece || one('.n', unit) || unit, citation(unit)[0], ...entries);
}
async function personCard(anchor) {
  const [name, about] = (await load('data/persons.js'))[decodeURIComponent(anchor.hash.slice(1))];
  showCard('person', anchor, name);
  one('.about', byId('ui:person')).innerHTML = about;
  byId('ui:whole').href = anchor.href;
}

/* ---- search: exact substrings of the whole work, each character with its class of forms ---- */
const panel = one('.search'), form = one('form', panel), home = html.dataset.data || 'data/';
const query = { q: address.get('q') || '', exact: address.has('exact'), scope: address.get('in') || 'all' };
let hits = [], shown = [], now = -1, searching = 0;
const bare = text => text.replace(/\s/g, ''), wanted = () => bare(query.q) || /^[lv]:/.test(query.scope);
/* text.js of a work → one text, in which every stretch that runs on is a line, and its parts: the passages in it. */
const book = async root => {
  const work = await load(root + 'data/text.js'), { base, layers, voices, pages } = work, kinds = {}, running = {}, lines = [];
  if (work.parts) return work;
  let all = '';
  const inOrder = [];
  pages.forEach(([, , entries], p) => entries.forEach(([, layer, voice, text, key], e) => {
    const kind = kinds[[layer, voice]] ||= { work, layer: layers[layer], voice: voices[voice] || [], scopes: ['all', 'l:' + layers[layer], 'v:' + voices[voice]?.[0], layer < 0 ? '' : layer < base ? 'base' : 'notes'] };
    const part = { kind, p, e, text };
    inOrder.push(part);
    if (key && running[key]) running[key].push(part); else lines.push(running[key] = [part]);
  }));
  for (const line of lines) {
    line.forEach((part, k) => {
      part.start = all.length;
      part.next = line[k + 1];
      all += part.text;
    });
    all += '\n';
  }
  return Object.assign(work, { root, all, inOrder, parts: lines.flat() });
};
async function pattern(q, exact) {
  const groups = exact ? [] : (await load(home + 'characters.js')).fold.split(' ');
  const forms = character => [...new Set(character + groups.filter(group => group.includes(character)).join(''))];
  return new RegExp([...bare(q)].map(character => `[${forms(character).map(form => form.replace(/[\\\]^[-]/, '\\$&')).join('')}]`).join(''), 'gu');
}
const inScope = scope => ({ part }) => part.kind.scopes.includes(scope);
/* Lines that run on were begun early: hits are gathered by passage, and come back into the order of the book. */
function scan({ all, parts, inOrder }, expression, scope) {
  if (!expression) return inOrder.map(part => ({ part, start: part.start, length: 0 })).filter(inScope(scope));
  for (const part of parts) part.hits = [];
  let k = 0;
  for (const { index, 0: { length } } of all.matchAll(expression)) {
    while (parts[k + 1]?.start <= index) k++;
    parts[k].hits.push({ part: parts[k], start: index, length });
  }
  return inOrder.flatMap(part => part.hits);
}
zhushu.search = async (q, { exact, scope } = {}) => {
  const expression = bare(q) && await pattern(q, exact);
  let found = [];
  for (const root of await zhushu.roots?.(bare(q)) || ['']) found = found.concat(scan(await book(root), expression, scope));
  return found;
};
function hitAddress({ part: { kind: { work }, p, e } }, index) {
  return `${work.root}${work.pages[p][0]}?${view(false, !zhushu.roots && index + 1)}#${work.pages[p][2][e][0]}`;
}
async function runSearch() {
  const mine = ++searching, list = one('.hits'), status = one('.status');
  status.textContent = word('wait');
  const found = wanted() ? await zhushu.search(query.q, query) : [];
  if (mine !== searching) return;
  hits = found;
  shown = found.filter(inScope(query.scope));
  status.textContent = wanted() ? shown.length ? `${shown.length} ${word(query.q ? 'hits' : 'passages')}` : word('none') : '';
  showAddress();
  facets();
  list.replaceChildren();
  listHits(list, 0);
  mark();
}
function facets() {
  const names = {}, counts = {}, works = new Set(hits.map(({ part }) => part.kind.work));
  for (const { part } of hits) for (const scope of part.kind.scopes) counts[scope] = (counts[scope] || 0) + 1;
  for (const scope of ['all', 'base', 'notes']) names[scope] = word(scope);
  for (const work of works) for (const layer of work.layers) names['l:' + layer] = word(layer) || layer;
  for (const work of works) for (const [id, name] of work.voices) names['v:' + id] = name;
  one('.facets').replaceChildren(...Object.keys(names).filter(scope => counts[scope]).map(scope =>
    make('button', { onclick: () => startSearch({ scope }), ariaPressed: query.scope === scope }, names[scope] + ' ', make('small', {}, counts[scope]))));
}
/* Results are made as they come into sight. */
function listHits(list, from) {
  const next = from + 30;
  one('.more')?.remove();
  shown.slice(from, next).forEach((hit, k) => {
    const { part: { kind: { work, layer, voice }, p, e, text }, start, length } = hit, { all } = work, end = start + length, [, place, entries] = work.pages[p];
    const before = /.{0,12}$/u.exec(all.slice(Math.max(0, start - 30), start)), after = /.{0,20}/u.exec(all.slice(end, end + 60));
    const line = length ? [before, make('mark', {}, all.slice(start, end)), after] : /.{0,60}/u.exec(text);
    const head = [zhushu.roots && work.title, place, word(layer) || layer, voice[1], /^p(\d.*?)(\.[a-z].*)?$/.exec(entries[e][0])?.[1]];
    const anchor = make('a', { href: hitAddress(hit, from + k), lang: 'lzh-Hant' }, make('small', {}, head.filter(Boolean).join(' · ')), ...line);
    anchor.dataset.hit = from + k;
    list.append(make('li', {}, anchor));
  });
  if (next >= shown.length) return;
  const more = make('button', { onclick: () => listHits(list, next), className: 'more button' }, `${word('more')} (${shown.length - next})`);
  list.after(more);
  new IntersectionObserver(([{ isIntersecting }]) => isIntersecting && more.click()).observe(more);
}
/* Beside the text where there is room, over it where there is none. */
function startSearch(change) {
  Object.assign(query, change);
  form.q.value = query.q;
  form.exact.checked = query.exact;
  if (panel.showModal && !panel.open) {
    const beside = article && innerWidth > 1080;
    html.classList.toggle('beside', beside);
    if (beside) panel.show(); else panel.showModal();
    resettle();
  }
  form.q.focus();
  return runSearch();
}
/* Hits of this page, lit in the text whatever its layout. */
function mark() {
  const stepper = one('.stepper'), active = query.q && shown.length;
  if (!article || !window.CSS?.highlights) return;
  CSS.highlights.clear();
  stepper.hidden = !active;
  if (!active) return;
  one('.tally').textContent = `${query.q}　${now + 1 || '–'} / ${shown.length}`;
  const lit = new Highlight(), lead = new Highlight();
  shown.forEach((hit, k) => { if (onThisPage(hit)) for (const range of hitRanges(hit)) (k === now ? lead : lit).add(range); });
  CSS.highlights.set('hit', lit);
  CSS.highlights.set('hit-now', lead);
}
const file = article?.dataset.stem + '.html', onThisPage = ({ part: { kind, p } }) => kind.work.pages[p][0] === file;
function hitRanges({ part, start, length }) {
  const ranges = [], end = start + length, { p } = part;
  for (; part && part.p === p && part.start < end; part = part.next) ranges.push(...rangesIn(passages[part.e], Math.max(0, start - part.start), end - part.start));
  return ranges;
}
function goToHit(index) {
  if (!shown.length) return;
  index = (index + shown.length) % shown.length;
  const hit = shown[index], link = hitAddress(hit, index);
  if (!onThisPage(hit)) { location.href = link; return; }
  now = index;
  bring(passages[hit.part.e], 'start', () => {
    const rect = hitRanges(hit)[0]?.getBoundingClientRect();
    if (rect) if (vertical()) main.scrollBy(rect.left - innerWidth / 2, 0); else scrollBy(0, rect.top - innerHeight / 2);
  });
  mark();
  showAddress(link);
}
function stepHit(by) {
  if (now < 0) now = shown.findIndex(onThisPage) - (by > 0 ? 1 : 0);
  goToHit(now + by);
}
function endSearch() {
  Object.assign(query, { q: '', scope: 'all' });
  now = -1;
  return runSearch();
}

/* ---- links that carry the view: what the URL says; all of it where it is shared; and the search, with the hit or 0 ---- */
function view(complete, hit) {
  const parameters = new URLSearchParams(), { q, exact, scope } = query;
  for (const name in DEFAULTS) if (complete ? settings[name] !== DEFAULTS[name] && !/ui|keys/.test(name) : address.has(name)) parameters.set(name, settings[name]);
  if (hit >= 0 && wanted()) for (const [name, value] of Object.entries({ q, exact: +exact, in: scope !== 'all' && scope, hit })) if (value) parameters.set(name, value);
  return parameters;
}
const viewAddress = (hash, complete) => Object.assign(new URL(location), { search: view(complete, !complete && now + 1), hash }).href;
const showAddress = (text = viewAddress(location.hash)) => history.replaceState(history.state, '', text);
const share = () => copy(viewAddress(current()?.id || '', true));
function follow(event, link) {
  const { hit } = link.dataset;
  const instead = hit && onThisPage(shown[hit]) || link.matches('.n, .label, .tag');
  if (instead) event.preventDefault();
  if (instead && hit) {
    if (!html.classList.contains('beside')) panel.close();
    goToHit(+hit);
  } else if (link.matches('.n')) {
    showAddress(link.hash);
    passageCard(link.closest('.unit'));
  } else if (instead) personCard(link);
  else if (link.pathname === location.pathname && link.hash) {
    link.closest('dialog')?.close();
    setTimeout(bringHash);
  } else if (!link.search && link.origin === location.origin && link.pathname.endsWith('.html')) link.search = view();
}

/* ---- what the reader does ---- */
const resize = by => change('size', String(clamp(Math.round(parseFloat(getComputedStyle(html).fontSize)) + by, 14, 40)));
const ACTIONS = {
  contents: () => open('contents'), settings: () => open('settings'), search: () => startSearch(), share, smaller: () => resize(-2), larger: () => resize(2),
  help: () => { byId('ui:settings').close(); open('help'); }, close: button => button.closest('dialog').close(),
  'hit-on': () => stepHit(1), 'hit-back': () => stepHit(-1), 'hit-end': endSearch,
  link: () => copy(linkOf(chosen())), copybase: () => copyOf('.base'), copyall: () => copyOf('.tx'), copycite: () => copy(citation(chosen()).join('，')), copytei: copyTei,
  back: () => passageCard(neighbour(chosen(), -1)), on: () => passageCard(neighbour(chosen(), 1)),
  says: button => { ACTIONS.close(button); startSearch({ q: '', scope: 'v:' + decodeURIComponent(byId('ui:whole').hash.slice(1)) }); },
  reset: () => { store('zhushu', {}); location.replace(plainAddress()); },
};
const KEYS = {
  '/': ACTIONS.search, t: ACTIONS.contents, s: ACTIONS.settings, '?': ACTIONS.help, l: () => next('layout'), v: () => next('dir'),
  j: () => step(1), k: () => step(-1), '[': () => stepSign(-1), ']': () => stepSign(1), n: () => stepHit(1), p: () => stepHit(-1),
};
function next(name) {
  const values = offered(name);
  change(name, values[(values.indexOf(settings[name]) + 1) % values.length]);
}
document.addEventListener('click', event => {
  const target = event.target.closest('button, a, dialog, .piece');
  tip.hidden = true;
  if (!target) return;
  const { set, value, toggle, layer, voice, do: action } = target.dataset;
  if (action) ACTIONS[action](target);
  else if (target.matches('.piece')) {
    const unit = getSelection().isCollapsed && target.passage.closest('.unit');
    if (unit) passageCard(unit, target);
  } else if (set) change(set, value);
  else if (toggle) change(toggle, settings[toggle] === 'on' ? 'off' : 'on');
  else if (layer || voice) toggleLayer(layer || '@' + voice);
  else if (target.href && !event.ctrlKey && !event.metaKey && !event.shiftKey) follow(event, target);
  else if (target === event.target && target.matches('dialog:modal')) {
    const { offsetX, offsetY } = event;
    if (offsetX < 0 || offsetY < 0 || offsetX > target.offsetWidth || offsetY > target.offsetHeight) target.close();
  }
});
document.addEventListener('pointerover', event => {
  const sign = event.pointerType !== 'touch' && event.target.closest(SIGNS);
  if (sign && !sign.matches('.base')) showTip(sign); else tip.hidden = true;
});
document.addEventListener('focusin', ({ target }) => { if (target.matches('.lem, .g.no')) showTip(target); });
document.addEventListener('focusout', () => { tip.hidden = true; });
/* on a phone a tap is the hover */
document.addEventListener('pointerup', event => {
  const sign = event.pointerType === 'touch' && event.target.closest(SIGNS);
  if (sign && !sign.matches('a, .base')) setTimeout(showTip, 10, sign);
});
/* A selection is copied as text: rows of double-row notes in their order, no marks, no menus; what goes on from the text
   into its apparatus, as the browser has it. */
document.addEventListener('copy', event => {
  const selection = getSelection(), range = !selection.isCollapsed && selection.getRangeAt(0);
  if (!range || range.endOffset && main.contains(range.commonAncestorContainer) && !sheet()?.contains(range.endContainer)) return;
  const lines = passages.filter(passage => !hidden(passage)).map(passage => textNodes(passage).filter(node => range.intersectsNode(node))
    .map(node => node.data.slice(node === range.startContainer ? range.startOffset : 0, node === range.endContainer ? range.endOffset : undefined)).join('')).filter(Boolean);
  if (!lines[0]) return;
  zhushu.copied = lines.join('\n');
  event.clipboardData.setData('text/plain', zhushu.copied);
  event.preventDefault();
});
document.addEventListener('keydown', event => {
  const { key, target } = event;
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  if (key === 'Escape' && !one('dialog:modal:not(.search)')) {
    tip.hidden = true;
    /* what was typed stays: the browser would clear it */
    if (panel.open) event.preventDefault(panel.close()); else if (query.q) endSearch();
  }
  if (target.matches('input, textarea') || one('dialog:modal') || settings.keys === 'off') return;
  const layer = article && all('.layers button')[key - 1], turn = { PageDown: -1, PageUp: 1, Home: 999, End: -999, ' ': event.shiftKey ? 1 : -1 }[key];
  if (layer) toggleLayer(layer.dataset.layer);
  else if (key === 'Enter' && target.matches('body, main') && chosen()) {
    /* else the key goes on to the card's own button, and closes it */
    event.preventDefault();
    passageCard(chosen());
  } else if (vertical() && turn && !target.matches('a, button')) {
    event.preventDefault();
    main.scrollBy({ left: turn * main.clientWidth * .85 });
  } else if (KEYS[key] && (article || /[/ts?]/.test(key))) {
    event.preventDefault();
    KEYS[key]();
  }
});
main.addEventListener('wheel', event => {
  if (!vertical() || event.shiftKey || event.ctrlKey || Math.abs(event.deltaY) <= Math.abs(event.deltaX)) return;
  main.scrollLeft -= event.deltaY * (event.deltaMode ? 30 : 1);
  event.preventDefault();
}, { passive: false });
form.addEventListener('input', () => {
  Object.assign(query, { q: form.q.value, exact: form.exact.checked });
  now = -1;
  later(90, runSearch);
});
form.addEventListener('submit', event => {
  event.preventDefault();
  if (article) goToHit(Math.max(0, shown.findIndex(onThisPage)));
});
panel.addEventListener('close', () => { html.classList.remove('beside'); resettle(); });
addEventListener('hashchange', bringHash);
addEventListener('scroll', remember, { passive: true });
main.addEventListener('scroll', remember, { passive: true });
/* Lines that were filled by counting are filled again where the room has changed. */
let room;
function resettle() {
  later(150, () => {
    const size = main.clientWidth + (vertical() ? 'x' + main.clientHeight : '');
    if (size === room || !double()) return;
    room = size;
    const here = current();
    arrange();
    bring(here);
    mark();
  });
}
addEventListener('resize', resettle);

/* ---- start, when every script has run ---- */
document.addEventListener('DOMContentLoaded', async () => {
  paint();
  if (article) {
    article.dataset.lang = article.lang;
    if (settings.script !== 'record') await setScript();
    arrange();
    bringHash();
    /* the browser goes to the place as well, and by heights that are no more */
    if (double()) addEventListener('load', () => now < 0 && bringHash());
  }
  const list = one('.corpus-link');
  if (list) list.hidden = stored('zhushu.corpus').address !== one('a', list).href;
  const [href, place] = stored(placeName), resume = one('.resume a');
  if (href && resume) {
    resume.href = href;
    resume.lastElementChild.textContent = place;
    resume.parentElement.hidden = false;
  }
  if (wanted()) {
    const at = address.get('hit') - 1;
    if (article && (at >= 0 || location.hash)) {
      await runSearch();
      if (shown[at] && onThisPage(shown[at])) goToHit(at);
    } else await startSearch();
  }
  zhushu.ready = true;
});
})();
