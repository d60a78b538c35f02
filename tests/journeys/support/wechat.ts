import type { Installation } from "../../../scripts/lib/Installation.ts";
import type { Phone, PhoneOptions } from "../../../scripts/lib/Phone.ts";
import type { TestEnvironment } from "../../../scripts/lib/TestEnvironment.ts";

/** Default behaviour of the simulated WeChat and its platform, until a test changes it. */
const defaultClient = {
  platform: "android",
  bridge: "normal",
  container: "browser",
  storage: "normal",
  config: "normal",
  location: "normal",
  payment: "ask",
  font_size: 2,
  scan_result: "",
};
const defaultPlatform = { authorize: "normal", api: "normal" };
let serial = 0;

interface ShareCard {
  title: string;
  desc: string;
  link: string;
  imgUrl: string;
}

/** Calls and shares that the simulated WeChat recorded. */
export interface WechatLog {
  /** The last calls. */
  calls: { name: string; result: string }[];
  /** Number of all calls by name; a name that was never called is missing. */
  call_counts: Record<string, number>;
  mini_program: { name: string; arg: { url?: string } }[];
  shares: Record<string, ShareCard>;
  /** All cards that were sent to a friend or posted, the last one at the end. */
  sent: { card: ShareCard }[];
}

/** Opens WeChat on a new phone of a new user, with default behaviour. */
export async function openWechat(
  environment: TestEnvironment,
  options: PhoneOptions = {},
): Promise<{ phone: Phone; openid: string }> {
  const inWechat = options.inWechat ?? "android";
  const openid = await createWechatUser(environment, inWechat);
  return { phone: await environment.phone({ ...options, inWechat }), openid };
}

/** Where the simulated WeChat and its platform are steered. */
interface WechatHosts {
  installation: Pick<Installation, "wechatUrl" | "sandboxUrl">;
}

/** Switches the simulated WeChat to a new user and resets its behaviour; returns the openid. */
export async function createWechatUser(
  environment: WechatHosts,
  platform: "android" | "ios",
): Promise<string> {
  serial += 1;
  const openid = `oJourney-${process.pid}-${serial}`;
  await setClientBehaviour(environment, { ...defaultClient, platform, user: openid });
  await setPlatformBehaviour(environment, defaultPlatform);
  return openid;
}

/** Changes how the simulated WeChat behaves. */
export async function setClientBehaviour(
  environment: WechatHosts,
  change: Record<string, string | number | boolean>,
): Promise<void> {
  await post(`${environment.installation.wechatUrl}/__wechat/behaviour`, change);
}

/** Changes how the open platform behaves. */
export async function setPlatformBehaviour(
  environment: WechatHosts,
  change: Record<string, string | number>,
): Promise<void> {
  await post(`${environment.installation.sandboxUrl}/wechat/behaviour`, change);
}

/** Returns the last calls and the shares recorded so far. */
export async function wechatLog(environment: TestEnvironment): Promise<WechatLog> {
  return (await (await fetch(`${environment.installation.wechatUrl}/__wechat/log`)).json()) as WechatLog;
}

/** Returns how often a function of WeChat's native side was called so far, by the tests of other files too. */
export async function countCalls(environment: TestEnvironment, callName: string): Promise<number> {
  return (await wechatLog(environment)).call_counts[callName] ?? 0;
}

/** Returns the last URLs that WeChat's page redirected back to, with their codes. */
export async function waitForSdkResults(environment: TestEnvironment): Promise<string[]> {
  const response = await fetch(`${environment.installation.sandboxUrl}/wechat/books`);
  return ((await response.json()) as { returns: string[] }).returns;
}

/** Creates a code as the authorisation page would return for a WeChat user. */
export async function createAuthCode(environment: TestEnvironment, openid: string): Promise<string> {
  const response = await post(`${environment.installation.sandboxUrl}/wechat/codes`, { user: openid });
  return ((await response.json()) as { code: string }).code;
}

async function post(url: string, body: object): Promise<Response> {
  const response = await fetch(url, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`the switch was refused: ${await response.text()}`);
  return response;
}
