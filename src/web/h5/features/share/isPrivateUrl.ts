const voucherParam = "third_party_order_id";
/** URL parameters that grant access to a voucher, an order or a login. */
const privateParams = [voucherParam, "code", "state", "redirect", "vconsole"];

/** Returns whether a URL leads to a voucher, which is worth a meal. */
export function isVoucherUrl(search: string): boolean {
  return new URLSearchParams(search).has(voucherParam);
}

/**
 * Returns whether a URL must not be shared as it is; entry-early.ts hides WeChat's menu for vouchers before
 * the app is loaded.
 */
export function isPrivateUrl(pathname: string, search: string): boolean {
  if (/^\/(login|wechat-callback)(\/|$)/.test(pathname)) return true;
  const query = new URLSearchParams(search);
  return privateParams.some((param) => query.has(param));
}
