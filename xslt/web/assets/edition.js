/* The reader's script: a classic script, no modules and no fetch, so that pages opened from disk work whole.
   The pages are complete without it. It reads the text from the page and the data from scripts that call zhushu.data. */
(() => {
'use strict';
const html = document.documentElement, main = document.querySelector('main');
const one = (selector, root = document) => root.querySelector(selector);
const all = (selector, root = document) => [...root.querySelectorAll(selector)];
const byId = id => document.getElementById(id);
const make = (tag, properties = {}, ...children) => {
  const element = Object.assign(document.createElement(tag), properties);
  element.append(...children);
  return element;
};
const article = one('article'), kind = html.dataset.kind;
const passages = all('.tx', article || document.createElement('i')), units = all('.unit');
passages.forEach((passage, index) => { passage.index = index; });

/* ---- words that only the script says ---- */
const WORDS = {
  hits: ['處', '处', 'hits'], none: ['無', '无', 'nothing found'], more: ['更多', '更多', 'more'], all: ['全部', '全部', 'all'],
  base: ['正文', '正文', 'base text'], notes: ['注文', '注文', 'notes'], passages: ['節', '节', 'passages'], wait: ['檢索中…', '检索中…', 'searching…'],
  link: ['複製連結', '复制链接', 'Copy link'], copyBase: ['複製正文', '复制正文', 'Copy base text'], copyAll: ['複製正文與注', '复制正文与注', 'Copy with notes'],
  cite: ['複製引文', '复制引文', 'Copy citation'], tei: ['複製 TEI', '复制 TEI', 'Copy TEI'], copied: ['已複製', '已复制', 'Copied'],
  signs: ['字形與校勘', '字形与校勘', 'Characters and readings'], close: ['關閉', '关闭', 'Close'],
  variant: ['異體，正字作', '异体，正字作', 'variant; standard form'], pua: ['原檔為私用區字符', '原档为私用区字符', 'a private-use character in the source:'],
  no: ['未識之字，原檔作', '未识之字，原档作', 'unresolved character, in the source'], gap: ['原闕', '原阙', 'illegible or missing in the source'],
  unclear: ['疑為轉碼所損，未改', '疑为转码所损，未改', 'perhaps damaged in transmission; left as it is'],
  doubt: ['繁體由轉換擬定，有疑', '繁体由转换拟定，有疑', 'restored by conversion; not certain'], supplied: ['據他本補', '据他本补', 'supplied from'],
  lem: ['已校', '已校', 'corrected'], border: ['此處分層有疑', '此处分层有疑', 'where this layer begins is not certain'],
  says: ['遍覽其說', '遍览其说', 'Read all this voice says'], about: ['人物頁', '人物页', 'Person page'], leaf: ['葉', '叶', 'leaf'], line: ['行', '行', 'column'],
  high: ['無疑', '无疑', 'certain'], medium: ['存疑', '存疑', 'fairly certain'], low: ['甚疑', '甚疑', 'doubtful'],
};
const tongue = () => ['hant', 'hans', 'en'].indexOf(settings.ui);
const word = key => WORDS[key][Math.max(0, tongue())];

/* ---- data ---- */
const waiting = new Map(), loaded = new Map();
const zhushu = window.zhushu = { data: value => waiting.get(document.currentScript)(value) };
const load = source => {
  if (!loaded.has(source)) {
    loaded.set(source, new Promise((resolve, reject) => {
      const script = make('script', { src: source, onerror: () => reject(new Error(source)) });
      waiting.set(script, resolve);
      document.head.append(script);
    }));
  }
  return loaded.get(source);
};
const store = {
  get(name) { try { return JSON.parse(localStorage.getItem(name)) || {}; } catch { return {}; } },
  set(name, value) { try { localStorage.setItem(name, JSON.stringify(value)); } catch { /* private mode: not remembered */ } },
};

/* ---- settings: the URL, else what is stored, else the defaults ---- */
const DEFAULTS = { layout: 'list', dir: 'h', script: 'record', theme: 'auto', leaf: 'on', line: 'off', raw: 'on', number: 'on', signs: 'on', keys: 'on', size: '', off: '', ui: html.dataset.ui || 'hant' };
const address = new URLSearchParams(location.search);
const settings = { ...DEFAULTS, ...store.get('zhushu') };
for (const name in DEFAULTS) if (address.has(name)) settings[name] = address.get(name);
const offered = name => all(`[data-set="${name}"]`).map(button => button.dataset.value);
for (const name of ['layout', 'dir', 'script', 'theme']) if (article && !offered(name).includes(settings[name])) settings[name] = DEFAULTS[name];
const off = new Set(settings.off.split(',').filter(Boolean));
const hidden = passage => off.has(passage.dataset.l) || off.has('@' + passage.dataset.v);

function keep(name, value) {
  settings[name] = value;
  store.set('zhushu', { ...store.get('zhushu'), [name]: value });
  if (address.has(name)) { address.set(name, value); history.replaceState(null, '', '?' + address + location.hash); }
}
function press() {
  for (const button of all('[data-set]')) button.setAttribute('aria-pressed', String(settings[button.dataset.set] === button.dataset.value));
  for (const button of all('[data-toggle]')) button.setAttribute('aria-pressed', String(settings[button.dataset.toggle] === 'on'));
  for (const button of all('[data-layer]')) button.setAttribute('aria-pressed', String(!off.has(button.dataset.layer)));
  for (const button of all('[data-voice]')) button.setAttribute('aria-pressed', String(!off.has('@' + button.dataset.voice)));
}
function paint() {
  for (const name of ['layout', 'dir', 'script', 'theme', 'leaf', 'line', 'raw', 'number', 'signs']) html.dataset[name] = settings[name];
  if (settings.theme === 'auto') delete html.dataset.theme;
  html.lang = ['zh-Hant', 'zh-Hans', 'en'][Math.max(0, tongue())];
  if (+settings.size) html.style.setProperty('--size', settings.size + 'px'); else html.style.removeProperty('--size');
  const named = [...off].map(name => name[0] === '@' ? `[data-v="${CSS.escape(name.slice(1))}"]` : `[data-l="${CSS.escape(name)}"]`);
  byId('ui:off').textContent = off.size ? `.tx:is(${named}){display:none!important}.piece:is(${named}){visibility:hidden}` : '';
  if (settings.dir === 'v') main.tabIndex = 0; else main.tabIndex = -1;
  press();
}
async function change(name, value) {
  const here = current(), wasDouble = html.dataset.layout === 'double';
  keep(name, value);
  if (!article) return paint();
  paint();
  if (name === 'script') await setScript();
  if (['layout', 'dir', 'size', 'script'].includes(name)) { arrange(wasDouble); bring(here); }
  mark();
}
function toggleLayer(name) {
  if (off.has(name)) off.delete(name); else off.add(name);
  const here = current();
  keep('off', [...off].join(','));
  paint();
  if (settings.layout === 'double') arrange(true);
  bring(here);
  mark();
}

/* ---- the text of a passage, as shown ---- */
function textNodes(passage) {
  const roots = settings.layout === 'columns' ? all(`.piece[data-i="${passage.index}"]`) : passage.querySelector('.row2') ? all('.row2', passage) : [passage];
  const nodes = [];
  for (const root of roots) {
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) nodes.push(walker.currentNode);
  }
  return nodes;
}
const textOf = passage => textNodes(passage).map(node => node.data).join('');

/* Offsets of UTF-16 in a passage → a range over what is shown of it. */
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
function restore(passage) {
  if (untouched.has(passage)) passage.innerHTML = untouched.get(passage);
}
const touch = passage => { if (!untouched.has(passage)) untouched.set(passage, passage.innerHTML); };
async function setScript() {
  level();
  passages.forEach(restore);
  const script = settings.script;
  article.lang = script === 'hans' ? 'lzh-Hans' : script === 'hant' ? 'lzh-Hant' : article.dataset.lang;
  if (script === 'standard') for (const glyph of all('.g[title]', article)) { touch(glyph.closest('.tx')); glyph.textContent = glyph.title; }
  if (script === 'hans') {
    const { hans } = await load('data/characters.js'), list = [...hans], simple = new Map();
    for (let k = 0; k < list.length; k += 2) simple.set(list[k], list[k + 1]);
    for (const passage of passages) spread(passage, Array.from(textOf(passage), character => simple.get(character) || character));
  }
  if (script === 'hant') {
    const texts = await load(`data/${article.dataset.stem}.hant.js`);
    passages.forEach((passage, index) => {
      const [text, doubts] = [].concat(texts[index] ?? '') .length ? (Array.isArray(texts[index]) ? texts[index] : [texts[index], []]) : ['', []];
      spread(passage, [...(text || '')], doubts);
    });
  }
}
/* New characters into the places of the old ones, if they are as many; places that are doubtful are marked. */
function spread(passage, characters, doubts = []) {
  const nodes = textNodes(passage), counts = nodes.map(node => [...node.data].length);
  if (counts.reduce((sum, count) => sum + count, 0) !== characters.length) return;
  touch(passage);
  let at = 0;
  nodes.forEach((node, k) => {
    node.data = characters.slice(at, at + counts[k]).join('');
    at += counts[k];
  });
  for (const [start, length, certainty] of doubts.slice().reverse()) {
    const utf16 = count => characters.slice(0, count).join('').length;
    for (const range of rangesIn(passage, utf16(start), utf16(start + length))) {
      if (range.startContainer.parentElement.closest('.unclear, .g.no')) continue;
      const span = make('span', { className: 'doubt' });
      span.dataset.cert = certainty;
      range.surroundContents(span);
    }
  }
}

/* ---- 雙行: han characters are as wide as high, so lines are filled by counting ---- */
const WIDE = /^[\u3001-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\uff01-\uff60]$/;
const clusters = text => text.match(/\P{M}\p{M}*|\p{M}+/gu) || [];

/* A character that no han font need draw gets a cell, so that it too is as wide as high. */
function cells(passage) {
  for (const node of textNodes(passage)) {
    const parent = node.parentElement;
    if (parent.classList.contains('cell') || parent.matches('.g.no[data-way]')) continue;
    const pieces = clusters(node.data);
    if (pieces.every(piece => WIDE.test(piece))) continue;
    touch(passage);
    node.replaceWith(...pieces.map(piece => WIDE.test(piece) ? piece : make('span', { className: 'cell' }, piece)));
  }
  passage.normalize();
}
/* Every place of a passage that takes one square: [node, offset before, node, offset after]. */
function squares(passage) {
  const found = [];
  for (const node of textNodes(passage)) {
    const glyph = node.parentElement.closest('.g.no[data-way]');
    if (glyph) { found.push([glyph.firstChild, 0, glyph.firstChild, glyph.firstChild.length]); continue; }
    let at = 0;
    for (const piece of clusters(node.data)) found.push([node, at, node, at += piece.length]);
  }
  return found;
}
function cut(places, from, to) {
  const range = new Range(), [first, start] = places[from], [, , last, end] = places[to - 1];
  range.setStart(first, start);
  range.setEnd(last, end);
  const content = range.cloneContents();
  /* a range within one text node leaves its wrappers behind */
  let inner = range.commonAncestorContainer;
  if (inner.nodeType === 3) inner = inner.parentElement;
  let result = content;
  for (; !inner.classList.contains('tx') && !inner.classList.contains('src'); inner = inner.parentElement) {
    const shell = inner.cloneNode(false);
    shell.append(result);
    result = shell;
  }
  const row = make('span');
  row.append(result);
  for (const marked of all('[id]', row)) marked.removeAttribute('id');
  return row;
}
function level() {
  for (const note of all('.note[data-double]', article)) {
    all(':scope > .row2, :scope > wbr', note).forEach(element => element.remove());
    const source = one(':scope > .src', note);
    source.replaceWith(...source.childNodes);
    delete note.dataset.double;
  }
  article.style.cssText = '';
  for (const name of ['--small', '--pitch']) html.style.removeProperty(name);
}
/* Whole pixels everywhere: the engine rounds each run of text up to 1/64 pixel, and half a pixel takes that up. */
function double() {
  const size = parseFloat(getComputedStyle(html).fontSize), em = Math.round(size * 1.4), small = Math.round(em * .56);
  const vertical = settings.dir === 'v', narrow = innerWidth <= 760;
  const room = vertical ? main.clientHeight - (narrow ? 32 : 56) : Math.min(main.clientWidth - (narrow ? 26 : 64), em * 34);
  const width = Math.max(2, Math.floor(room / em)) * em;
  article.style.cssText = `font-size:${em}px;inline-size:${width + .5}px`;
  html.style.setProperty('--small', small + 'px');
  html.style.setProperty('--pitch', Math.round(em * 1.72) + 'px');
  passages.forEach(cells);
  let at = 0;
  const advance = count => { while (count-- > 0) { if (at + em > width) at = 0; at += em; } };
  const fill = note => {
    const places = squares(note), source = make('span', { className: 'src' });
    source.append(...note.childNodes);
    note.append(source);
    note.dataset.double = '';
    for (let k = 0; k < places.length;) {
      const fit = Math.floor((width - at) / small);
      if (fit < 1) { at = 0; continue; }
      const left = places.length - k, take = Math.min(left, 2 * fit), right = Math.ceil(take / 2);
      const rows = make('span', { className: 'row2' }, cut(places, k, k + right));
      if (take > right) rows.append(cut(places, k + right, k + take));
      rows.style.inlineSize = right * small + 'px';
      note.append(rows, document.createElement('wbr'));
      k += take;
      at += right * small;
      if (left > take) at = 0;
    }
  };
  const walk = element => {
    for (const child of element.children) {
      if (child.classList.contains('unit') || child.classList.contains('notes')) walk(child);
      else if (child.matches('.part')) { at = 0; walk(child); at = 0; }
      else if (child.matches('.base')) { if (!hidden(child)) advance(squares(child).length); }
      else if (child.matches('.note')) { if (!hidden(child)) fill(child); }
      else if (getComputedStyle(child).display === 'block') at = 0;
    }
  };
  walk(article);
}

/* ---- 版式: the printed columns in their frame ---- */
function columns() {
  one('.columns')?.remove();
  if (settings.layout !== 'columns') return;
  const halves = [{ leaf: article.dataset.leaf || '', columns: [[]] }];
  const last = list => list[list.length - 1];
  const column = () => last(last(halves).columns);
  for (const passage of passages) {
    const breaks = all('.pb:not([data-ed]):not(.raw), .lb:not([data-ed])', passage), places = squares(passage);
    let from = 0;
    const put = to => { if (to > from) { column().push({ passage, size: to - from, content: cut(places, from, to) }); from = to; } };
    for (const mark of breaks) {
      put(places.findIndex(([node]) => mark.compareDocumentPosition(node) & 4) + 1 ? places.findIndex(([node]) => mark.compareDocumentPosition(node) & 4) : places.length);
      if (mark.classList.contains('pb')) halves.push({ leaf: mark.dataset.leaf, columns: [[]] });
      else if (column().length) last(halves).columns.push([]);
    }
    put(places.length);
  }
  const isNote = piece => piece.passage.classList.contains('note');
  const size = pieces => pieces.reduce((sum, piece) => sum + piece.size, 0);
  const full = halves.flatMap(half => half.columns.filter(pieces => pieces.length && !pieces.some(isNote)).map(size)).sort((a, b) => a - b);
  const rows = Math.min(40, full[Math.floor(full.length * .9)] || 18);
  const most = Math.max(...halves.map(half => half.columns.length), 1);
  const view = make('div', { className: 'columns' });
  view.lang = article.lang;
  for (const half of halves.filter(half => half.columns.some(size))) {
    const frame = make('div', { className: 'frame' });
    frame.style.setProperty('--rows', rows);
    frame.style.setProperty('--cols', most);
    for (const pieces of half.columns) {
      const notes = pieces.filter(isNote), single = notes.length === pieces.length && size(pieces) <= rows;
      const line = make('p', { className: notes.length && single ? 'col indent' : 'col' });
      for (const { passage, size: count, content } of pieces) {
        const piece = make('span', { className: 'piece ' + [...passage.classList].filter(name => /^c-|^base$/.test(name)).join(' ') });
        Object.assign(piece.dataset, { i: passage.index, l: passage.dataset.l || '', v: passage.dataset.v || '' });
        if (!isNote({ passage }) || single) { if (single) piece.classList.add('low'); piece.append(...content.childNodes); }
        else {
          const places = squaresOf(content), right = Math.ceil(count / 2), both = make('span', { className: 'row2' }, cutIn(content, places, 0, right));
          if (count > right) both.append(cutIn(content, places, right, count));
          piece.append(both);
        }
        line.append(piece);
      }
      frame.append(line);
    }
    view.append(make('figure', { className: 'half' }, make('figcaption', { textContent: half.leaf }), frame));
  }
  article.after(view);
}
/* The same for a piece that stands outside the page: it is made a passage for the moment. */
function squaresOf(content) {
  const found = [], walker = document.createTreeWalker(content, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const node = walker.currentNode, glyph = node.parentElement.closest('.g.no[data-way]');
    if (glyph) { found.push([node, 0, node, node.length]); continue; }
    let at = 0;
    for (const piece of clusters(node.data)) found.push([node, at, node, at += piece.length]);
  }
  return found;
}
function cutIn(content, places, from, to) {
  content.classList.add('tx');
  return cut(places, from, to);
}

/* Layouts that are more than style. */
function arrange(wasDouble) {
  if (wasDouble) level();
  if (settings.layout === 'double') double();
  columns();
}

/* ---- where the reader is ---- */
const vertical = () => settings.dir === 'v' && settings.layout !== 'columns' && article;
function current() {
  if (!units.length || settings.layout === 'columns') return one('.unit.current');
  const passed = unit => {
    const rect = (unit.firstElementChild && getComputedStyle(unit).display === 'inline' ? unit.getClientRects()[0] : 0) || unit.getBoundingClientRect();
    return vertical() ? rect.left > innerWidth - 30 : rect.bottom < 110;
  };
  if (vertical() ? main.scrollLeft === 0 : scrollY === 0) return null;
  let low = 0, high = units.length - 1;
  while (low < high) { const middle = (low + high) >> 1; if (passed(units[middle])) low = middle + 1; else high = middle; }
  return units[low];
}
function bring(element, where = 'start') {
  if (!element) return;
  let target = element;
  if (settings.layout === 'columns') {
    const passage = element.matches('.tx') ? element : one('.tx', element);
    target = passage && one(`.piece[data-i="${passage.index}"]`) || element;
  } else if (element.matches('.tx') && hidden(element)) target = element.closest('.unit') || element;
  target.scrollIntoView({ block: where, inline: vertical() ? where : 'nearest', behavior: 'instant' });
}
function bringHash() {
  const target = location.hash.length > 1 && byId(decodeURIComponent(location.hash.slice(1)));
  if (!target) return;
  target.closest('details')?.setAttribute('open', '');
  bring(target);
}
function step(by) {
  const shown = units.filter(unit => all('.tx', unit).some(passage => !hidden(passage)));
  let at = shown.findIndex(unit => unit.classList.contains('current'));
  if (at < 0) at = shown.indexOf(current()) - (by > 0 ? 1 : 0);
  choose(shown[Math.max(0, Math.min(shown.length - 1, at + by))]);
}
function choose(unit) {
  one('.unit.current')?.classList.remove('current');
  if (!unit) return;
  unit.classList.add('current');
  bring(unit, 'center');
  const number = one('.n', unit);
  if (number && getComputedStyle(number).display !== 'none') number.focus({ preventScroll: true });
}
let resting;
function remember() {
  clearTimeout(resting);
  resting = setTimeout(() => {
    const here = current();
    if (here) store.set('zhushu.place', { ...store.get('zhushu.place'), [html.dataset.edition]: [article.dataset.stem + '.html', here.id, `${article.dataset.place} ${one('.n', here)?.getAttribute('aria-label') || ''}`] });
  }, 400);
}

/* ---- dialogs, tips, messages ---- */
let card, tip, toast;
function open(id) {
  const dialog = byId('ui:' + id);
  if (!dialog || dialog.open) return;
  dialog.showModal();
  press();
  one('[aria-current]', dialog)?.scrollIntoView({ block: 'center' });
}
function say(text) {
  toast = toast || document.body.appendChild(make('p', { className: 'toast', role: 'status' }));
  toast.setAttribute('role', 'status');
  toast.textContent = text;
  toast.hidden = false;
  clearTimeout(say.timer);
  say.timer = setTimeout(() => { toast.hidden = true; }, 1600);
}
function showCard(anchor, title, ...content) {
  card?.remove();
  const heading = make('h2', { id: 'ui:card', lang: 'lzh-Hant', textContent: title });
  const close = make('button', { type: 'button', className: 'close', textContent: '✕', onclick: () => card.close() });
  close.setAttribute('aria-label', word('close'));
  card = make('dialog', { className: 'card', onclose: () => card.remove() }, make('div', { className: 'sheet-head' }, heading, close), ...content);
  card.setAttribute('aria-labelledby', 'ui:card');
  document.body.append(card);
  card.showModal();
  const at = anchor.getBoundingClientRect(), box = card.getBoundingClientRect();
  card.style.left = Math.max(8, Math.min(at.left, innerWidth - box.width - 8)) + 'px';
  card.style.top = Math.max(8, at.bottom + 6 + box.height > innerHeight ? Math.min(at.top - box.height - 6, innerHeight - box.height - 8) : at.bottom + 6) + 'px';
}
async function copy(text) {
  zhushu.copied = text;
  try { await navigator.clipboard.writeText(text); } catch {
    const area = (card || document.body).appendChild(make('textarea', { value: text }));
    area.select();
    document.execCommand('copy');
    area.remove();
  }
  say(word('copied'));
}

/* What a sign means, in words; null for what is no sign. */
const SIGNS = '.g[title], .g.pua, .g.no, .gap, .unclear, .doubt, .lem, span.supplied, .tx[data-cert] .label, .tx[data-cert] .tag, .base[data-cert]';
const STOPS = '.g.no, .gap, .unclear, .doubt, .lem, span.supplied, .tx[data-cert]';
function explain(sign) {
  const listed = sign.dataset.g && byId(sign.dataset.g), code = listed ? one('small', listed).textContent.split(' ×')[0] : '';
  const certainty = name => WORDS[name] ? `（${word(name)}）` : '';
  if (sign.matches('.g.no')) return `${word('no')} ${code}`;
  if (sign.matches('.g.pua')) return `${word('pua')} ${code}${sign.title ? ` · ${word('variant')} ${sign.title}` : ''}`;
  if (sign.matches('.g')) return `${word('variant')} ${sign.title}`;
  if (sign.matches('.gap')) return word('gap');
  if (sign.matches('.unclear')) return word('unclear') + certainty(sign.dataset.cert);
  if (sign.matches('.doubt')) return word('doubt') + certainty(sign.dataset.cert);
  if (sign.matches('.supplied')) return `${word('supplied')} ${sign.dataset.source || ''}`;
  if (sign.matches('.lem')) {
    const entry = byId(decodeURIComponent(sign.hash.slice(1)));
    return entry ? [...entry.children].filter(child => !child.matches('.back')).map(child => child.textContent.trim()).join(' · ') : word('lem');
  }
  return `${word('border')}${certainty(sign.closest('[data-cert]').dataset.cert)}`;
}
function showTip(sign) {
  tip = tip || document.body.appendChild(make('div', { className: 'tip', id: 'ui:tip' }));
  tip.setAttribute('role', 'tooltip');
  if (sign.title && !sign.matches('.g')) return;
  tip.replaceChildren(make('b', { lang: 'lzh-Hant', textContent: sign.matches('.base, .tag') ? '' : sign.textContent }), ' ' + explain(sign));
  tip.hidden = false;
  sign.setAttribute('aria-describedby', 'ui:tip');
  const at = sign.getClientRects()[0] || sign.getBoundingClientRect(), box = tip.getBoundingClientRect();
  const beside = vertical();
  tip.style.left = Math.max(6, Math.min(beside ? at.left - box.width - 8 : at.left, innerWidth - box.width - 6)) + 'px';
  tip.style.top = Math.max(6, beside ? at.top : at.top - box.height - 8 < 6 ? at.bottom + 8 : at.top - box.height - 8) + 'px';
}
const hideTip = () => { if (tip) tip.hidden = true; };
/* The next place where the text is not plain, for eyes and ears. */
function stepSign(by) {
  const signs = all(STOPS, article).filter(sign => sign.getClientRects().length && !sign.closest('.src'));
  if (!signs.length) return say(word('none'));
  let at = signs.findIndex(sign => sign.classList.contains('here'));
  if (at < 0) { const here = current() || units[0]; at = signs.findIndex(sign => here.compareDocumentPosition(sign) & 4) - (by > 0 ? 1 : 0); }
  one('.here')?.classList.remove('here');
  const sign = signs[(at + by + signs.length) % signs.length];
  sign.classList.add('here');
  if (!sign.matches('a')) sign.tabIndex = -1;
  sign.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' });
  sign.focus({ preventScroll: true });
  showTip(sign);
}

/* ---- a passage: link, citation, copies ---- */
const plainAddress = () => location.href.split(/[?#]/)[0];
function leafOf(unit) {
  let leaf = article.dataset.leaf || '', line = article.dataset.line || '';
  for (const mark of all('.pb:not(.raw):not([data-ed]), .lb:not([data-ed])', article)) {
    if (!(mark.compareDocumentPosition(unit) & 4) && !(unit.contains(mark) && !hasTextBefore(unit, mark))) break;
    if (mark.classList.contains('pb')) { leaf = mark.dataset.leaf; line = ''; } else line = mark.dataset.n;
  }
  return [leaf, line];
}
function hasTextBefore(unit, mark) {
  const range = new Range();
  range.setStart(unit, 0);
  range.setEndBefore(mark);
  return range.toString() !== '';
}
function citation(unit) {
  const { work, version } = html.dataset, { place, title, witness } = article.dataset, [leaf, line] = leafOf(unit);
  const printed = leaf ? `（${witness || ''}${leaf} 葉${line ? ` ${line} 行` : ''}）` : '';
  const number = one('.n', unit)?.getAttribute('aria-label') || unit.id;
  return `《${work}》${place}${title && title !== place ? `〈${title}〉` : ''}${number}${printed}，${html.dataset.publisher || 'zhushu'}${version ? ` v${version}` : ''}，${plainAddress()}#${unit.id}`;
}
function passageCard(unit) {
  const button = (label, action) => make('button', { type: 'button', textContent: word(label), onclick: action });
  const base = () => all('.base', unit).map(textOf).join('\n'), everything = () => all('.tx', unit).map(textOf).join('\n');
  const actions = make('p', { className: 'actions' },
    button('link', () => copy(`${plainAddress()}#${unit.id}`)), button('copyBase', () => copy(base())), button('copyAll', () => copy(everything())),
    button('cite', () => copy(citation(unit))), button('tei', async () => copy((await load(`data/${article.dataset.stem}.tei.js`))[unit.id])));
  const seen = new Map();
  for (const sign of all(SIGNS, unit)) {
    if (sign.closest('.row2')) continue;
    const text = sign.matches('.base, .tag') ? '' : sign.textContent, key = text + explain(sign);
    seen.set(key, [text, explain(sign), (seen.get(key)?.[2] || 0) + 1]);
  }
  const list = make('ul', {}, ...[...seen.values()].map(([text, words, count]) => make('li', {}, make('b', { lang: 'lzh-Hant', textContent: text }), ` ${words}${count > 1 ? ` ×${count}` : ''}`)));
  choose(unit);
  showCard(one('.n', unit) || unit, citation(unit).split('，')[0], actions, ...(seen.size ? [make('h3', { textContent: word('signs') }), list] : []));
}
async function personCard(anchor) {
  const id = decodeURIComponent(anchor.hash.slice(1)), person = (await load('data/persons.js'))[id];
  if (!person) { location.href = anchor.href; return; }
  const links = person.links.map(([label, url]) => make('li', {}, make('a', { href: url, rel: 'external', textContent: label })));
  const carried = new URLSearchParams(settingsInAddress());
  carried.set('voice', id);
  showCard(anchor, person.name, make('p', { textContent: [...person.names, person.dates].filter(Boolean).join(' · ') }),
    make('p', { lang: 'lzh-Hant', textContent: person.said.map(([layer, count]) => `${layer} ${count}`).join('　') }),
    ...(links.length ? [make('ul', {}, ...links)] : []),
    make('p', { className: 'actions' }, make('button', { type: 'button', textContent: word('says'), onclick: () => { card.close(); startSearch({ q: '', scope: 'v:' + id }); } }),
      make('a', { className: 'button', href: anchor.href, textContent: word('about') })));
}

/* ---- search: exact substrings of the whole work, each character with its class of forms ---- */
const query = { q: address.get('q') || '', exact: address.get('exact') === '1', scope: address.get('in') || (address.has('voice') ? 'v:' + address.get('voice') : 'all') };
let hits = [], shown = [], now = -1;
const here = () => (article ? article.dataset.stem + '.html' : '');
const books = new Map();

/* text.js of a work → its streams: text that runs on, and the passages it is made of. */
async function book(root) {
  if (!books.has(root)) {
    books.set(root, load(root + 'data/text.js').then(work => {
      const streams = [], open = new Map();
      work.pages.forEach(([, , entries], p) => entries.forEach(([, layer, voice, text, key], e) => {
        let stream = key !== undefined && key !== null && open.get(key);
        if (!stream) {
          stream = { layer, voice, text: '', parts: [] };
          streams.push(stream);
          if (key !== undefined && key !== null) open.set(key, stream);
        }
        stream.parts.push([stream.text.length, p, e]);
        stream.text += text;
      }));
      return { root, ...work, streams };
    }));
  }
  return books.get(root);
}
const quote = text => text.replace(/[\\^$.*+?()[\]{}|\/-]/gu, '\\$&');
async function pattern(q, exact) {
  const classes = new Map();
  if (!exact) {
    for (const group of (await load((kind === 'corpus' ? 'corpus/' : '') + 'data/characters.js')).fold.split(' ')) {
      for (const character of group) classes.set(character, (classes.get(character) || '') + group);
    }
  }
  const parts = [...q.replace(/\s/gu, '')].map(character => {
    const others = [...new Set(character + (classes.get(character) || ''))].map(quote);
    return others.length > 1 ? `[${others.join('')}]` : others[0];
  });
  return new RegExp(parts.join(''), 'gu');
}
function inScope(scope, work, stream) {
  if (scope === 'all') return true;
  if (scope === 'base') return stream.layer >= 0 && stream.layer < work.base;
  if (scope === 'notes') return stream.layer >= work.base;
  if (scope.startsWith('l:')) return work.layers[stream.layer] === scope.slice(2);
  return stream.voice >= 0 && work.voices[stream.voice][0] === scope.slice(2);
}
function scan(work, expression) {
  const found = [];
  for (const stream of work.streams) {
    expression.lastIndex = 0;
    let part = 0, match;
    while ((match = expression.exec(stream.text))) {
      while (part + 1 < stream.parts.length && stream.parts[part + 1][0] <= match.index) part++;
      found.push({ work, stream, part, start: match.index, length: match[0].length });
    }
  }
  /* streams that run on were begun early: back into the order of the book */
  const order = hit => hit.stream.parts[hit.part];
  return found.sort((a, b) => order(a)[1] - order(b)[1] || order(a)[2] - order(b)[2] || a.start - b.start);
}
const passagesOf = (work, scope) => work.streams.flatMap(stream => inScope(scope, work, stream) ? stream.parts.map(([start], part) => ({ work, stream, part, start, length: 0 })) : []);

zhushu.search = async (q, { exact = false, scope = 'all' } = {}) => {
  const roots = kind === 'corpus' ? await candidates(q, exact) : [''];
  const expression = q.replace(/\s/gu, '') ? await pattern(q, exact) : null, works = [];
  for (const root of roots) works.push(await book(root));
  const began = performance.now();
  const found = works.flatMap(work => expression ? scan(work, expression) : /^[lv]:/.test(scope) ? passagesOf(work, scope) : []);
  return { hits: found, count: found.filter(hit => inScope(scope, hit.work, hit.stream)).length, ms: performance.now() - began };
};

/* Many works: the shards of each pair of characters say which works may have it; only those are read. */
async function candidates(q, exact) {
  const { works } = await load('corpus/data/works.js'), characters = [...q.replace(/\s/gu, '')];
  const { forms } = await load('corpus/data/characters.js');
  const formsOf = character => [...(forms[character] || character)];
  const keys = characters.length === 1 ? [formsOf(characters[0])] : characters.slice(1).map((character, k) => formsOf(characters[k]).flatMap(a => formsOf(character).map(b => a + b)));
  let left = null;
  for (const alternatives of keys) {
    const having = new Set();
    for (const key of alternatives) {
      const shard = await load(`corpus/data/${(key.codePointAt(0) % 256).toString(16).padStart(2, '0')}.js`);
      for (const k of shard[key] || []) having.add(k);
    }
    left = left ? left.filter(k => having.has(k)) : [...having];
  }
  return (left || []).sort((a, b) => a - b).map(k => works[k][1]);
}

const searchAddress = (hit, index) => {
  const [, p, e] = hit.stream.parts[hit.part], [file, , entries] = hit.work.pages[p];
  const parameters = new URLSearchParams(settingsInAddress());
  if (query.q) parameters.set('q', query.q);
  if (query.exact) parameters.set('exact', '1');
  if (query.scope !== 'all') parameters.set('in', query.scope);
  if (kind !== 'corpus') parameters.set('hit', index + 1);
  return `${hit.work.root}${file}?${parameters}#${entries[e][0]}`;
};
let searching = 0;
async function runSearch() {
  const mine = ++searching, dialog = byId('ui:search'), list = one('.hits', dialog), status = one('.status', dialog);
  const wanted = query.q.replace(/\s/gu, '') || /^[lv]:/.test(query.scope);
  if (!wanted) { hits = shown = []; list.replaceChildren(); status.textContent = ''; one('.facets', dialog).replaceChildren(); mark(); return; }
  status.textContent = word('wait');
  const found = await zhushu.search(query.q, query);
  if (mine !== searching) return;
  hits = found.hits;
  shown = hits.filter(hit => inScope(query.scope, hit.work, hit.stream));
  status.textContent = shown.length ? `${shown.length} ${word(query.q ? 'hits' : 'passages')}` : word('none');
  facets(one('.facets', dialog));
  list.replaceChildren();
  listHits(list, 0);
  mark();
}
function facets(box) {
  const counts = new Map([['all', 0], ['base', 0], ['notes', 0]]), names = new Map(['all', 'base', 'notes'].map(key => [key, word(key)]));
  for (const { work, stream } of hits) {
    const layer = work.layers[stream.layer], voice = work.voices[stream.voice];
    const scopes = ['all', ...(layer ? [stream.layer < work.base ? 'base' : 'notes', 'l:' + layer] : []), ...(voice ? ['v:' + voice[0]] : [])];
    if (layer) names.set('l:' + layer, layer);
    if (voice) names.set('v:' + voice[0], voice[1]);
    for (const scope of scopes) counts.set(scope, (counts.get(scope) || 0) + 1);
  }
  if (!counts.has(query.scope)) { counts.set(query.scope, 0); names.set(query.scope, query.scope.slice(2)); }
  box.replaceChildren(...[...counts].map(([scope, count]) => {
    const button = make('button', { type: 'button', onclick: () => startSearch({ scope }) }, names.get(scope), ' ', make('small', { textContent: count }));
    button.setAttribute('aria-pressed', String(query.scope === scope));
    return button;
  }));
}
function listHits(list, from) {
  one('.more')?.remove();
  shown.slice(from, from + 100).forEach((hit, k) => {
    const { stream, work, start, length } = hit, [begin, p, e] = stream.parts[hit.part], [, place, entries] = work.pages[p];
    const end = stream.parts[hit.part + 1]?.[0] ?? stream.text.length, layer = work.layers[stream.layer] || '', voice = work.voices[stream.voice];
    const before = [...stream.text.slice(Math.max(0, start - 30), start)].slice(-12).join(''), after = [...stream.text.slice(start + length, start + length + 60)].slice(0, 20).join('');
    const line = length ? [before, make('mark', { textContent: stream.text.slice(start, start + length) }), after] : [[...stream.text.slice(begin, end)].slice(0, 60).join('')];
    const anchor = make('a', { href: searchAddress(hit, from + k) }, make('small', { textContent: [work.title, place, layer, voice && voice[1], entries[e][0]].filter(Boolean).join(' · ') }), ...line);
    anchor.lang = 'lzh-Hant';
    anchor.dataset.hit = from + k;
    list.append(make('li', {}, anchor));
  });
  if (shown.length > from + 100) list.after(make('button', { type: 'button', className: 'more button', textContent: `${word('more')} (${shown.length - from - 100})`, onclick: () => listHits(list, from + 100) }));
}
function startSearch(wanted = {}) {
  Object.assign(query, wanted);
  const dialog = byId('ui:search'), form = one('form', dialog);
  if (!form) return;
  form.q.value = query.q;
  form.exact.checked = query.exact;
  if (!dialog.open && !dialog.hasAttribute('data-inline')) dialog.showModal();
  form.q.focus();
  form.q.select();
  return runSearch();
}
/* Hits of this page, lit in the text whatever its layout. */
function mark() {
  const stepper = one('.stepper');
  if (!window.CSS?.highlights || !article) return;
  CSS.highlights.clear();
  const active = query.q && shown.length > 0;
  stepper.hidden = !active;
  if (!active) return;
  one('.tally').textContent = `${query.q}　${now + 1 || '–'} / ${shown.length}`;
  const lit = [], lead = [];
  shown.forEach((hit, k) => { if (onThisPage(hit)) (k === now ? lead : lit).push(...hitRanges(hit)); });
  CSS.highlights.set('hit', new Highlight(...lit));
  CSS.highlights.set('hit-now', new Highlight(...lead));
}
const pageIndex = work => work.pages.findIndex(([file]) => file === here());
const onThisPage = hit => hit.work.root === '' && hit.stream.parts[hit.part][1] === pageIndex(hit.work);
function hitRanges({ stream, start, length, part, work }) {
  const ranges = [], page = pageIndex(work);
  for (let k = part; k < stream.parts.length && stream.parts[k][0] < start + length; k++) {
    const [begin, p, e] = stream.parts[k];
    if (p === page && passages[e]) ranges.push(...rangesIn(passages[e], Math.max(0, start - begin), start + length - begin));
  }
  return ranges;
}
function goToHit(index) {
  if (!shown.length) return;
  index = (index + shown.length) % shown.length;
  const hit = shown[index];
  if (!onThisPage(hit)) { location.href = searchAddress(hit, index); return; }
  now = index;
  mark();
  const passage = passages[hit.stream.parts[hit.part][2]], range = hitRanges(hit)[0];
  bring(passage);
  const rect = range?.getBoundingClientRect();
  if (rect?.width) { if (vertical()) main.scrollBy({ left: rect.left - innerWidth / 2, behavior: 'instant' }); else scrollBy({ top: rect.top - innerHeight / 2, behavior: 'instant' }); }
  history.replaceState(null, '', searchAddress(hit, index));
}
function stepHit(by) {
  if (now < 0) now = shown.findIndex(onThisPage) - (by > 0 ? 1 : 0);
  goToHit(now + by);
}
function endSearch() {
  Object.assign(query, { q: '', scope: 'all' });
  now = -1;
  runSearch();
  history.replaceState(null, '', plainAddress().split('/').pop() + (settingsInAddress() ? '?' + settingsInAddress() : '') + location.hash);
}

/* ---- links that carry the view ---- */
function settingsInAddress(complete = false) {
  const parameters = new URLSearchParams();
  for (const name in DEFAULTS) if (name !== 'ui' && name !== 'keys' && (complete ? settings[name] !== DEFAULTS[name] : address.has(name))) parameters.set(name, settings[name]);
  return parameters.toString();
}
function share() {
  const unit = one('.unit.current') || (article && current()), parameters = settingsInAddress(true);
  copy(plainAddress() + (parameters ? '?' + parameters : '') + (unit ? '#' + unit.id : ''));
}

/* ---- what the reader does ---- */
const ACTIONS = {
  contents: () => open('contents'), settings: () => open('settings'), help: () => { byId('ui:settings').close(); open('help'); }, search: () => startSearch(),
  close: button => button.closest('dialog').close(), share, 'hit-on': () => stepHit(1), 'hit-back': () => stepHit(-1), 'hit-end': endSearch,
  smaller: () => resize(-2), larger: () => resize(2),
  reset: () => { store.set('zhushu', {}); location.href = plainAddress() + location.hash; location.reload(); },
};
const resize = by => change('size', String(Math.max(14, Math.min(40, Math.round(parseFloat(getComputedStyle(html).fontSize)) + by))));
function next(name) {
  const values = offered(name).filter((value, k, list) => list.indexOf(value) === k);
  if (values.length) change(name, values[(values.indexOf(settings[name]) + 1) % values.length]);
}
document.addEventListener('click', event => {
  const target = event.target.closest('button, a, dialog');
  hideTip();
  if (!target) return;
  if (target.matches('dialog')) { if (target === event.target && outside(target, event)) target.close(); return; }
  const { set, value, toggle, layer, voice } = target.dataset;
  if (target.dataset.do) ACTIONS[target.dataset.do](target);
  else if (set) change(set, value);
  else if (toggle) change(toggle, settings[toggle] === 'on' ? 'off' : 'on');
  else if (layer) toggleLayer(layer);
  else if (voice) toggleLayer('@' + voice);
  else if (event.ctrlKey || event.metaKey || event.shiftKey || !target.matches('a')) return;
  else if (target.matches('a.n')) { event.preventDefault(); history.replaceState(null, '', target.hash); passageCard(target.closest('.unit')); }
  else if (target.matches('a.label, a.tag')) { event.preventDefault(); personCard(target); }
  else if (target.dataset.hit !== undefined) followHit(event, target);
  else carryView(target);
});
const outside = (dialog, event) => {
  const box = dialog.getBoundingClientRect();
  return event.clientX < box.left || event.clientX > box.right || event.clientY < box.top || event.clientY > box.bottom;
};
function followHit(event, target) {
  const hit = shown[target.dataset.hit];
  if (!article || !onThisPage(hit)) return;
  event.preventDefault();
  byId('ui:search').close();
  goToHit(+target.dataset.hit);
}
function carryView(link) {
  const view = settingsInAddress(), url = new URL(link.href);
  if (view && url.origin === location.origin && !url.search && url.pathname.endsWith('.html') && url.pathname !== location.pathname) { url.search = view; link.href = url; }
  if (url.pathname === location.pathname && url.hash) setTimeout(bringHash);
  link.closest('dialog')?.close();
}
document.addEventListener('pointerover', event => {
  const sign = event.pointerType !== 'touch' && event.target.closest?.(SIGNS);
  if (sign && !sign.matches('.base')) showTip(sign); else hideTip();
});
document.addEventListener('focusin', event => { if (event.target.matches('.lem, .g.no')) showTip(event.target); });
document.addEventListener('focusout', hideTip);
/* on a phone a tap is the hover */
document.addEventListener('pointerup', event => {
  const sign = event.pointerType === 'touch' && event.target.closest?.(SIGNS);
  if (sign && !sign.matches('a, .base')) setTimeout(() => showTip(sign), 10);
});
/* A selection is copied as text: rows of double-row notes in their order, no marks. */
document.addEventListener('copy', event => {
  const selection = getSelection();
  if (selection.isCollapsed || !article || !event.clipboardData || /^(INPUT|TEXTAREA)$/.test(document.activeElement?.tagName)) return;
  const range = selection.getRangeAt(0), lines = [];
  if (!main.contains(range.commonAncestorContainer)) return;
  for (const passage of passages) {
    if (!range.intersectsNode(passage) || hidden(passage)) continue;
    lines.push(textNodes(passage).filter(node => range.intersectsNode(node)).map(node => node.data.slice(node === range.startContainer ? range.startOffset : 0, node === range.endContainer ? range.endOffset : undefined)).join(''));
  }
  if (!lines.some(Boolean)) return;
  zhushu.copied = lines.filter(Boolean).join('\n');
  event.clipboardData.setData('text/plain', zhushu.copied);
  event.preventDefault();
});
document.addEventListener('keydown', event => {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.key === 'Escape') { hideTip(); if (!one('dialog[open]') && query.q) endSearch(); return; }
  if (event.target.matches('input, textarea') || one('dialog[open]:not([data-inline])') || settings.keys === 'off') return;
  const action = {
    '/': () => startSearch(), t: () => open('contents'), s: () => open('settings'), '?': () => open('help'), l: () => next('layout'), v: () => next('dir'),
    j: () => step(1), k: () => step(-1), '[': () => stepSign(-1), ']': () => stepSign(1), n: () => stepHit(1), p: () => stepHit(-1),
    Enter: () => { const unit = one('.unit.current'); if (unit && (event.target === document.body || event.target === main)) passageCard(unit); },
  }[event.key];
  if (article && /^[1-9]$/.test(event.key)) { const button = all('.layers button')[event.key - 1]; if (button) toggleLayer(button.dataset.layer); }
  else if (vertical() && /^(Page(Up|Down)|Home|End| )$/.test(event.key) && !event.target.matches('a, button')) {
    event.preventDefault();
    const page = main.clientWidth * .85, by = { PageDown: -page, ' ': event.shiftKey ? page : -page, PageUp: page, Home: 1e9, End: -1e9 }[event.key];
    main.scrollBy({ left: by, behavior: 'instant' });
  } else if (action && (article || /[/ts?]/.test(event.key))) { if (event.key !== 'Enter') event.preventDefault(); action(); }
});
main.addEventListener('wheel', event => {
  if (!vertical() || event.shiftKey || event.ctrlKey || Math.abs(event.deltaY) <= Math.abs(event.deltaX)) return;
  main.scrollLeft -= event.deltaY * (event.deltaMode ? 30 : 1);
  event.preventDefault();
}, { passive: false });
for (const form of all('form[role="search"]')) {
  const update = () => { query.q = form.q.value; query.exact = form.exact.checked; now = -1; clearTimeout(form.timer); form.timer = setTimeout(runSearch, 90); };
  form.addEventListener('input', update);
  form.addEventListener('submit', event => { event.preventDefault(); if (shown.length && article) { byId('ui:search').close(); goToHit(Math.max(0, shown.findIndex(onThisPage))); } });
}
addEventListener('hashchange', bringHash);
addEventListener('scroll', remember, { passive: true });
main.addEventListener('scroll', remember, { passive: true });
let settling, widest = innerWidth;
addEventListener('resize', () => {
  clearTimeout(settling);
  settling = setTimeout(() => {
    if (!article || settings.layout !== 'double' || (widest === innerWidth && settings.dir !== 'v')) return;
    widest = innerWidth;
    const at = current();
    arrange(true);
    bring(at);
    mark();
  }, 150);
});

/* ---- start ---- */
async function begin() {
  if (article) article.dataset.lang = article.lang;
  paint();
  if (article) {
    if (settings.script !== 'record') await setScript();
    arrange(false);
    if (settings.layout !== 'list' || settings.dir === 'v' || settings.script !== 'record') bringHash();
  }
  const place = store.get('zhushu.place')[html.dataset.edition], resume = one('.resume');
  if (place && resume) {
    const link = one('a', resume);
    link.href = `${place[0]}#${place[1]}`;
    one('[lang="lzh-Hant"]:last-child', link).textContent = place[2];
    resume.hidden = false;
  }
  if (query.q || /^[lv]:/.test(query.scope)) {
    const at = address.get('hit') - 1;
    if (article && (at >= 0 || location.hash)) { await runSearch(); if (at >= 0 && shown[at] && onThisPage(shown[at])) goToHit(at); } else await startSearch();
  }
  zhushu.ready = true;
}
zhushu.settings = settings;
begin();
})();
