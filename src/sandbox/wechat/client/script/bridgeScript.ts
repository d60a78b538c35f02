/**
 * Native API of the page: `WeixinJSBridge` with `invoke`, `on` and `call`, available shortly after the page
 * starts, as on a phone. Preceded by `PHONE` and followed by the calls and the sheets in one function.
 */
export const bridgeScript = `
  var ownAgent = navigator.userAgent;
  var isReal = /MicroMessenger/.test(ownAgent);
  var agent = (isReal ? ownAgent : PHONE.userAgent) + PHONE.agentMark;
  var isAndroid = /Android/i.test(agent);
  var isIos = /iPhone|iPad/i.test(agent);
  function define(name, value) {
    Object.defineProperty(navigator, name, { configurable: true, get: function () { return value; } });
  }
  if (agent !== ownAgent) define('userAgent', agent);
  define('platform', isIos ? 'iPhone' : /Windows/.test(agent) ? 'Win32' : 'Linux armv8l');

  // What iOS holds signatures against: the address of the last document load, whatever the router did since.
  var landing = location.href.split('#')[0];
  function signedPage() { return isIos ? landing : location.href.split('#')[0]; }

  var nativeFetch = window.fetch.bind(window);
  function ask(path, body) {
    return nativeFetch('/__wechat/' + path, {
      method: body === undefined ? 'GET' : 'POST',
      headers: body === undefined ? {} : { 'Content-Type': 'application/json' },
      body: body === undefined ? undefined : JSON.stringify(body)
    }).then(function (answer) { return answer.json(); });
  }

  // Allowed without wx.config; everything else must be in the list of a verified one.
  var free = ['preVerifyJSAPI', 'getNetworkType', 'closeWindow', 'getBrandWCPayRequest', 'setFontSizeCallback',
    'checkJsApi', 'hideOptionMenu', 'showOptionMenu', 'invokeMiniProgramAPI'];
  var allowed = null;
  // Androids verify one address: another one, or a replaced entry of the history, needs a new wx.config.
  function isAllowed(name) {
    if (free.indexOf(name) >= 0) return true;
    return allowed !== null && allowed.page === signedPage() && allowed.list.indexOf(name) >= 0;
  }
  if (isAndroid) {
    var replaceState = history.replaceState;
    history.replaceState = function () {
      allowed = null;
      return replaceState.apply(history, arguments);
    };
  }
  var handlers = {};
  var calls = {};

  var spelled = { getBrandWCPayRequest: 'get_brand_wcpay_request', geoLocation: 'geo_location' };
  function tell(name, callback, result, more) {
    var answer = { err_msg: (spelled[name] || name) + ':' + result };
    for (var key in more || {}) answer[key] = more[key];
    // A beacon outlives the page, which may be left by this very answer.
    var line = JSON.stringify({ name: name, result: answer.err_msg });
    navigator.sendBeacon('/__wechat/log', new Blob([line], { type: 'application/json' }));
    if (callback) callback(answer);
  }
  function invoke(name, args, callback) {
    args = args || {};
    setTimeout(function () {
      if (!calls[name]) return tell(name, callback, 'function not exist');
      if (!isAllowed(name)) return tell(name, callback, 'fail, the permission value is offline verifying');
      calls[name](args, function (result, more) { tell(name, callback, result, more); });
    }, 0);
  }
  function fire(name, data) {
    (handlers[name] || []).forEach(function (handler) { handler(data || {}); });
  }
  var bridge = {
    invoke: invoke,
    call: function (name, args) { invoke(name, args); },
    on: function (name, handler) { handlers[name] = (handlers[name] || []).concat([handler]); }
  };
  function arrive() {
    window.WeixinJSBridge = bridge;
    if (PHONE.isMiniProgram) window.__wxjs_environment = 'miniprogram';
    document.dispatchEvent(new Event('WeixinJSBridgeReady'));
  }
  // A late one comes when a test says so.
  if (PHONE.isLate) document.addEventListener('__wechat-arrive', arrive, { once: true });
  else setTimeout(arrive, 30);
`;
