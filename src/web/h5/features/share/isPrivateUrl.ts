/** Words of an address that open something to whoever has them: a voucher, an order, a login. */
const privateParams = ["third_party_order_id", "code", "state", "redirect", "vconsole"];

/** Whether an address must not be sent on as it is; index.html hides WeChat's menu for vouchers before the app is there. */
export function isPrivateUrl(pathname: string, search: string): boolean {
  if (/^\/(login|wechat-callback)(\/|$)/.test(pathname)) return true;
  const query = new URLSearchParams(search);
  return privateParams.some((param) => query.has(param));
}
