/* The list of works: which of them a query may be in, and sorting the table. */
(() => {
'use strict';
const { zhushu } = window;

/* Each pair of characters, in every form it may stand for, has its works in the shard of its first character. A text is
   in it under all forms of its own characters, so a work that is in no shard of a pair cannot have it. */
zhushu.roots = async characters => {
  const works = await zhushu.load('corpus/data/works.js'), { fold } = await zhushu.load('corpus/data/characters.js'), forms = {};
  for (const group of fold.split(' ')) {
    const [form] = group;
    for (const character of group) (forms[character] ||= []).push(form);
  }
  const formsOf = character => forms[character] || [character], list = [...characters];
  const keys = list.length === 1 ? [formsOf(list[0])] : list.slice(1).map((last, k) => formsOf(list[k]).flatMap(first => formsOf(last).map(form => first + form)));
  let left = works.map((work, k) => k);
  for (const alternatives of keys) {
    const having = new Set();
    for (const key of alternatives) {
      const shard = await zhushu.load(`corpus/data/${(key.codePointAt(0) % 256).toString(16).padStart(2, '0')}.js`);
      for (const k of shard[key] || []) having.add(k);
    }
    left = left.filter(k => having.has(k));
  }
  zhushu.read = left.length;
  return left.map(k => works[k]);
};
try { localStorage['zhushu.corpus'] = JSON.stringify({ address: location.href.split(/[?#]/)[0] }); } catch {}

const compare = new Intl.Collator('zh-Hant-u-co-stroke', { numeric: true }).compare;
const heads = [...document.querySelectorAll('.sortable thead th')], body = document.querySelector('.sortable tbody');
heads.forEach((head, column) => head.firstElementChild.addEventListener('click', () => {
  const down = head.ariaSort === 'ascending';
  for (const other of heads) other.ariaSort = null;
  head.ariaSort = down ? 'descending' : 'ascending';
  const key = row => row.children[column].dataset.sort;
  body.append(...[...body.children].sort((a, b) => compare(key(a), key(b)) * (down ? -1 : 1)));
}));
})();
