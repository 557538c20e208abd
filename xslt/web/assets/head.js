/* Runs before the first paint: the stored settings, then those of the URL, onto <html>. */
(function (html) {
  var settings = {};
  try { settings = JSON.parse(localStorage.getItem('zhushu') || '{}'); } catch (e) {}
  new URLSearchParams(location.search).forEach(function (value, name) { settings[name] = value; });
  var tongue = (navigator.language || '').toLowerCase();
  if (!/^(hant|hans|en)$/.test(settings.ui)) {
    settings.ui = !/^zh/.test(tongue) ? 'en' : /hans|-(cn|sg|my)$/.test(tongue) ? 'hans' : 'hant';
  }
  ['layout', 'dir', 'script', 'theme', 'leaf', 'line', 'raw', 'number', 'signs', 'ui'].forEach(function (name) {
    if (settings[name]) html.dataset[name] = settings[name];
  });
  if (+settings.size) html.style.setProperty('--size', +settings.size + 'px');
  html.lang = { hant: 'zh-Hant', hans: 'zh-Hans', en: 'en' }[settings.ui];
  html.classList.add('js');
  var off = document.createElement('style');
  off.id = 'ui:off';
  off.textContent = (settings.off || '').split(',').filter(Boolean).map(function (name) {
    var voice = name[0] === '@';
    return '.tx[data-' + (voice ? 'v' : 'l') + '="' + CSS.escape(voice ? name.slice(1) : name) + '"]';
  }).join(',') + '{display:none!important}';
  document.head.append(off);
})(document.documentElement);
