/** Native calls by their bridge names. A call in mode "silent" never responds. */
export const callsScript = `
  calls.preVerifyJSAPI = function (args, done) {
    var claim = {
      url: signedPage(), appId: String(args.verifyAppId), timestamp: String(args.verifyTimestamp),
      nonceStr: String(args.verifyNonceStr), signature: String(args.verifySignature)
    };
    ask('verify', claim).then(function (answer) {
      if (answer.result === 'silent') return;
      if (answer.result === 'ok') allowed = { page: claim.url, list: (args.verifyJsApiList || []).slice() };
      done(answer.result);
    });
  };
  calls.checkJsApi = function (args, done) {
    var result = {};
    (args.jsApiList || []).forEach(function (name) { result[name] = name in calls; });
    done('ok', { checkResult: isAndroid ? JSON.stringify(result) : result });
  };
  calls.getNetworkType = function (args, done) { done('wifi', { subtype: 'wifi' }); };
  calls.geoLocation = function (args, done) {
    ask('position?type=' + (args.type === 'gcj02' ? 'gcj02' : 'wgs84')).then(function (position) {
      if (position.outcome === 'silent') return;
      if (position.outcome === 'denied') return done('fail auth deny');
      if (position.outcome === 'cancel') return done('cancel');
      // Android answers with text.
      var as = isAndroid ? String : Number;
      done('ok', {
        latitude: as(position.latitude), longitude: as(position.longitude),
        speed: as(0), accuracy: as(position.accuracy)
      });
    });
  };
  calls.openLocation = function (args, done) {
    if (typeof args.latitude !== 'number' || typeof args.longitude !== 'number') return done('fail invalid coordinate');
    sheet('map', [
      ['h', args.name || '位置'], ['p', args.address || ''], ['p', args.latitude + ', ' + args.longitude],
      ['b', '返回', 'map-close', function () {}]
    ]);
    done('ok');
  };
  calls.getBrandWCPayRequest = function (args, done) {
    if (PHONE.isMiniProgram) return done('fail', { err_desc: 'web-view of a mini-program cannot pay' });
    paymentSheet('pay/check', args, done);
  };
  function paymentSheet(check, args, done) {
    ask(check, {
      appId: String(args.appId), timeStamp: String(args.timeStamp), nonceStr: String(args.nonceStr),
      package: String(args['package']), signType: String(args.signType), paySign: String(args.paySign)
    }).then(function (answer) {
      if (answer.outcome === 'silent') return;
      if (answer.fault) return done('fail', { err_desc: answer.fault });
      function pay() {
        ask('pay/confirm', { prepay_id: answer.prepay_id }).then(function (paid) {
          if (answer.outcome !== 'lost') done(paid.fault ? 'fail' : 'ok', paid.fault ? { err_desc: paid.fault } : {});
        });
      }
      function give(result) { ask('pay/' + result, { prepay_id: answer.prepay_id }).then(function () { done(result); }); }
      if (answer.outcome === 'success' || answer.outcome === 'lost') return pay();
      if (answer.outcome !== 'ask') return give(answer.outcome);
      sheet('pay', [
        ['p', '食单餐饮'], ['h', answer.amount], ['p', answer.description],
        ['B', '确认支付', 'pay-confirm', pay],
        ['b', '取消', 'pay-cancel', function () { give('cancel'); }]
      ]);
    });
  }
  calls.scanQRCode = function (args, done) {
    ask('behaviour').then(function (state) {
      if (state.scan_result === '') return done('cancel');
      var text = isIos ? JSON.stringify({ scan_code: { scan_result: state.scan_result } }) : state.scan_result;
      done('ok', { resultStr: text });
    });
  };
  calls.closeWindow = function (args, done) {
    sheet('closed', [['h', '页面已关闭'], ['p', '在微信里，这里回到聊天']]);
    done('ok');
  };

  var cards = {};
  function share(kind) {
    return function (args, done) {
      cards[kind] = { title: args.title, desc: args.desc, link: args.link, imgUrl: args.imgUrl };
      ask('share', { kind: kind, card: cards[kind] });
      done('ok');
    };
  }
  calls.updateAppMessageShareData = share('friend');
  calls.updateTimelineShareData = share('timeline');
  var hidden = {};
  function toggle(isHidden) {
    return function (args, done) {
      (args.menuList || []).forEach(function (name) { hidden[name] = isHidden; });
      done('ok');
    };
  }
  calls.hideMenuItems = toggle(true);
  calls.showMenuItems = toggle(false);
  calls.hideOptionMenu = function (args, done) { capsule.style.display = 'none'; done('ok'); };
  calls.showOptionMenu = function (args, done) { capsule.style.display = ''; done('ok'); };

  // Both enlarge text alone, lengths stay. An iPhone writes its factor onto body, where a page may overrule it;
  // the text zoom of an Android is beneath all style sheets.
  var zooms = [80, 100, 110, 112, 125, 140, 155, 170];
  var zoomSheet = document.createElement('style');
  function scaleText(size) {
    var zoom = (zooms[size - 1] || 100) + '%';
    if (isIos) {
      document.body.style.setProperty('-webkit-text-size-adjust', zoom);
      document.body.style.setProperty('text-size-adjust', zoom);
    } else {
      zoomSheet.textContent = '* { text-size-adjust: ' + zoom + ' !important; }';
      document.documentElement.appendChild(zoomSheet);
    }
    document.documentElement.dataset.wechatFont = String(size);
  }
  calls.setFontSizeCallback = function (args, done) { scaleText(Number(args.fontSize) || 2); done('ok'); };
  function chooseFont(size) {
    PHONE.fontSize = size;
    ask('behaviour', { font_size: size });
    scaleText(size);
    fire('menu:setfont', { fontSize: String(size) });
  }
`;
