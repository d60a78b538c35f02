// @ts-check

/**
 * Prints the addresses of the app, the sandbox and the simulated WeChat, in Chinese and English.
 * @param {string} url the server's or the development server's address
 * @param {{ sandboxUrl: string | undefined, wechatUrl: string | undefined }} played
 * @param {string} took
 */
export function printAddresses(url, { sandboxUrl, wechatUrl }, took) {
  const web = url.replace(/\/$/, "");
  const lines = [
    `食单已启动 · Shidan is ready (${took})`,
    `  点餐 Order          ${web}/`,
    `  门店 Staff          ${web}/admin`,
  ];
  if (sandboxUrl !== undefined) {
    const sandbox = sandboxUrl.replace(/\/$/, "");
    if (wechatUrl !== undefined) lines.push(`  微信内 In WeChat    ${wechatUrl.replace(/\/$/, "")}/`);
    lines.push(`  短信 SMS inbox      ${sandbox}/sms`, `  收银 Pay switches   ${sandbox}/pay`);
  }
  console.log(lines.join("\n"));
}
