/** Storage restrictions of a phone: denied, full, or cleared on the way to WeChat's page and back. */
export const storageScript = `
  function faultOf(name) { return function () { throw new DOMException('storage is not available', name); }; }
  if (PHONE.storage === 'denied') {
    ['localStorage', 'sessionStorage'].forEach(function (name) {
      Object.defineProperty(window, name, { configurable: true, get: faultOf('SecurityError') });
    });
  }
  if (PHONE.storage === 'full') Storage.prototype.setItem = faultOf('QuotaExceededError');
  if (PHONE.storage === 'lost' && /^.wechat-callback/.test(location.pathname)) {
    localStorage.clear();
    sessionStorage.clear();
  }
`;
