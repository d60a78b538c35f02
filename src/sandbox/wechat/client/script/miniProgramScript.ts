/**
 * Mini-program API for the page in its web-view; its own pages are simulated by a sheet that shows their
 * name.
 */
export const miniProgramScript = `
  if (PHONE.isMiniProgram) {
    calls.invokeMiniProgramAPI = function (args, done) {
      var arg = args.arg || {};
      // Noted before it is seen, so that who sees it can read of it.
      ask('mini-program', { name: String(args.name), arg: arg }).then(function () {
        if (args.name !== 'navigateTo') return done('ok');
        if (!/^[/]/.test(arg.url || '')) return done('fail page is not found');
        sheet('mini-program', [
          ['h', '小程序页面'], ['p', arg.url], ['b', '返回网页', 'mini-program-back', function () {
            document.dispatchEvent(new Event('visibilitychange'));
          }]
        ]);
        done('ok');
      });
    };
  }
`;
