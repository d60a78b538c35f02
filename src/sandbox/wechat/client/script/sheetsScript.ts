/** WeChat's own user interface: bottom sheets, and the menu in the corner. */
export const sheetsScript = `
  var style = 'position:fixed;z-index:2147483647;font:16px/1.5 -apple-system,sans-serif;color:#191919;box-sizing:border-box;';
  function element(tag, css, text) {
    var made = document.createElement(tag);
    made.style.cssText = css;
    if (text !== undefined) made.textContent = text;
    return made;
  }
  function sheet(name, rows) {
    var cover = element('div', style + 'inset:0;left:0;right:0;top:0;bottom:0;background:rgba(0,0,0,.5);');
    cover.id = '__wechat-' + name;
    var box = element('div', style + 'left:0;right:0;bottom:0;background:#f7f7f7;border-radius:12px 12px 0 0;' +
      'padding:20px 20px calc(20px + env(safe-area-inset-bottom));text-align:center;');
    rows.forEach(function (row) {
      if (row[0] === 'h') return box.appendChild(element('div', 'font-size:28px;font-weight:600;margin:4px 0;', row[1]));
      if (row[0] === 'p') return box.appendChild(element('div', 'color:#666;word-break:break-all;', row[1]));
      if (row[0] === 'i') {
        var picture = element('img', 'width:72px;height:72px;object-fit:cover;border-radius:4px;');
        picture.src = row[1];
        return box.appendChild(picture);
      }
      var button = element('button', 'display:block;width:100%;min-height:48px;margin:12px 0 0;border:0;border-radius:8px;' +
        'font:inherit;background:' + (row[0] === 'B' ? '#07c160;color:#fff;' : '#fff;color:#191919;'), row[1]);
      button.type = 'button';
      button.id = '__wechat-' + row[2];
      button.addEventListener('click', function (event) {
        event.stopPropagation();
        cover.remove();
        row[3]();
      });
      box.appendChild(button);
    });
    cover.appendChild(box);
    document.body.appendChild(cover);
  }

  var capsule = element('button', style + 'top:calc(6px + env(safe-area-inset-top));right:6px;width:44px;height:24px;' +
    'padding:0;border:1px solid rgba(0,0,0,.15);border-radius:12px;background:rgba(255,255,255,.85);' +
    'font-size:9px;line-height:22px;text-align:center;white-space:nowrap;', '•••');
  capsule.id = '__wechat-menu-button';
  capsule.type = 'button';
  capsule.setAttribute('aria-label', '微信菜单');
  capsule.addEventListener('click', openMenu);
  function openMenu() {
    function item(name, text, act) { return hidden[name] ? null : ['b', text, name.replace(/:/g, '-'), act]; }
    sheet('menu', [
      item('menuItem:share:appMessage', '发送给朋友', function () { showCard('friend'); }),
      item('menuItem:share:timeline', '分享到朋友圈', function () { showCard('timeline'); }),
      item('menuItem:setFont', '调整字体（现在 ' + PHONE.fontSize + '）', function () {
        chooseFont(PHONE.fontSize % 8 + 1);
      }),
      ['b', '刷新', 'menu-reload', function () { location.reload(); }],
      ['b', '取消', 'menu-close', function () {}]
    ].filter(Boolean));
  }
  function showCard(kind) {
    // Without data of its own, a page is shared as title and address.
    var card = cards[kind] || { title: document.title, desc: '', link: location.href, imgUrl: '' };
    ask('share', { kind: kind, card: card, isSent: true });
    fire(kind === 'friend' ? 'menu:share:appmessage' : 'menu:share:timeline');
    sheet('card', [
      ['h', card.title || ''], ['p', card.desc || ''], card.imgUrl ? ['i', card.imgUrl] : null, ['p', card.link || ''],
      ['b', '完成', 'card-close', function () {}]
    ].filter(Boolean));
  }
  function appear() {
    document.body.appendChild(capsule);
    if (PHONE.fontSize !== 2) scaleText(PHONE.fontSize);
  }
  function whenBody(act) {
    if (document.body) act();
    else document.addEventListener('DOMContentLoaded', act);
  }
  whenBody(appear);
`;
