/**
 * Mini-program around the page: its API for the page in its web-view, and its paying page, which is the code of
 * docs/mini-program on a simulated `wx`.
 */
export const miniProgramScript = `
  if (PHONE.isMiniProgram) {
    calls.invokeMiniProgramAPI = function (args, done) {
      var arg = args.arg || {};
      // Noted before it is seen, so that who sees it can read of it.
      ask('mini-program', { name: String(args.name), arg: arg }).then(function () {
        if (args.name !== 'navigateTo') return done('ok');
        openPage(String(arg.url || ''), done);
      });
    };
  }
  function openPage(url, done) {
    var options = {};
    new URLSearchParams(url.split('?')[1] || '').forEach(function (value, name) { options[name] = value; });
    window.__wechatMiniProgramPage = function (load) { load(startPage(options), miniProgramApi, loadConfig); };
    var script = document.createElement('script');
    script.src = '/__wechat/mini-program' + url.split('?')[0] + '.js';
    script.onload = function () { done('ok'); };
    script.onerror = function () { done('fail page is not found'); };
    document.head.appendChild(script);
  }
  function loadConfig() { return { origin: location.origin }; }
  function closePage() {
    var open = document.getElementById('__wechat-mini-program');
    if (open) open.remove();
  }
  function startPage(options) {
    return function (page) {
      page.data = Object.assign({}, page.data);
      page.setData = function (change) {
        Object.assign(page.data, change);
        closePage();
        sheet('mini-program', [
          ['h', '小程序支付'], ['p', page.data.text],
          page.data.canRetry ? ['B', '重新支付', 'mini-program-retry', function () { page.pay(); }] : null,
          ['b', '返回网页', 'mini-program-back', function () { page.goBack(); }]
        ].filter(Boolean));
      };
      page.onLoad(options);
    };
  }
  function answer(options, result, isOk) {
    var call = isOk ? options.success : options.fail;
    if (call) call(result);
  }
  var miniProgramApi = {
    login: function (options) {
      ask('mini-program/login', {}).then(function (result) { answer(options, result, true); });
    },
    request: function (options) {
      nativeFetch(options.url, {
        method: options.method, body: JSON.stringify(options.data), headers: { 'content-type': 'application/json' }
      }).then(function (response) {
        return response.json().then(function (data) {
          answer(options, { statusCode: response.status, data: data }, true);
        });
      }).catch(function () { answer(options, { errMsg: 'request:fail' }, false); });
    },
    requestPayment: function (options) {
      paymentSheet('mini-program/check', options, function (result) {
        var word = result === 'ok' || result === 'cancel' ? result : 'fail';
        answer(options, { errMsg: 'requestPayment:' + (word === 'cancel' ? 'fail cancel' : word) }, word === 'ok');
      });
    },
    navigateBack: function () {
      closePage();
      document.dispatchEvent(new Event('visibilitychange'));
    }
  };
`;
