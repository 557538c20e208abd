/* Runs before the first paint: the stored settings, then those of the URL, onto <html>. */
(function (html, zhushu) {
  var off = document.createElement('style'), settings = {}, tongue = (navigator.language || '').toLowerCase();
  zhushu.paint = function (settings) {
    var hidden = (settings.off || '').split(',').filter(Boolean).map(function (name) {
      return name[0] === '@' ? '[data-v="' + CSS.escape(name.slice(1)) + '"]' : '[data-l="' + CSS.escape(name) + '"]';
    });
    hidden = ':is(' + hidden + ')';
    off.textContent = settings.off ? '.tx' + hidden + '{display:none!important}.piece' + hidden + '{visibility:hidden}.unit:not(:has(> .base:not(' + hidden + '), > .notes > .note:not(' + hidden + '))){display:none!important}' : '';
    ['layout', 'dir', 'script', 'theme', 'leaf', 'line', 'raw', 'number', 'signs', 'ui', 'off'].forEach(function (name) {
      if (name in settings) html.dataset[name] = settings[name];
    });
    /* printed columns have a direction of their own */
    if (settings.layout === 'columns') html.dataset.dir = 'h';
    html.style.setProperty('--size', +settings.size ? settings.size + 'px' : '');
    /* whatever is given to it, all of the page is styled anew */
    var lang = { hant: 'zh-Hant', hans: 'zh-Hans', en: 'en' }[settings.ui];
    if (html.lang !== lang) html.lang = lang;
  };
  try { settings = JSON.parse(localStorage.getItem('zhushu') || '{}'); } catch (e) {}
  new URLSearchParams(location.search).forEach(function (value, name) { settings[name] = value; });
  if (!/^(hant|hans|en)$/.test(settings.ui)) {
    settings.ui = !/^zh/.test(tongue) ? 'en' : /hans|-(cn|sg|my)$/.test(tongue) ? 'hans' : 'hant';
  }
  zhushu.paint(settings);
  html.classList.add('js');
  document.head.append(off);
})(document.documentElement, window.zhushu = {});
