/**
 * The bar that WeChat shows below a snapshot page. "使用完整服务" clears the snapshot's storage, as WeChat does,
 * and reloads the page as a complete one.
 */
export const snapshotScript = `
  function showSnapshotBar() {
    var bar = element('div', style + 'left:0;right:0;bottom:0;display:flex;align-items:center;gap:12px;background:#fff;' +
      'padding:10px 16px calc(10px + env(safe-area-inset-bottom));border-top:1px solid #e5e5e5;font-size:14px;');
    bar.id = '__wechat-snapshot';
    bar.appendChild(element('div', 'flex:1;color:#666;', '当前为网页快照，只能浏览'));
    var button = element('button', 'flex:none;min-height:36px;padding:0 16px;border:0;border-radius:6px;font:inherit;' +
      'background:#07c160;color:#fff;', '使用完整服务');
    button.type = 'button';
    button.id = '__wechat-full-service';
    button.addEventListener('click', function () {
      button.disabled = true;
      ask('behaviour', { authorize: 'normal' }).then(function () {
        localStorage.clear();
        sessionStorage.clear();
        location.reload();
      });
    });
    bar.appendChild(button);
    document.body.appendChild(bar);
    // On a phone the page ends above the bar.
    document.body.style.paddingBottom = bar.offsetHeight + 'px';
  }
  if (PHONE.isSnapshot) whenBody(showSnapshotBar);
`;
