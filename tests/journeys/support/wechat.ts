import type { Phone, PhoneOptions } from "../../../scripts/lib/Phone.ts";
import type { Stage } from "../../../scripts/lib/stage.ts";

/** What the simulated WeChat and the platform behind it do, until a test changes it. */
const usualClient = {
  platform: "android",
  bridge: "normal",
  container: "browser",
  storage: "normal",
  config: "normal",
  location: "normal",
  payment: "ask",
};
const usualPlatform = { authorize: "normal", api: "normal" };
let serial = 0;

/** What the simulated WeChat was asked and given. */
export interface WechatLog {
  calls: { name: string; result: string }[];
  mini_program: { name: string; arg: { url?: string } }[];
  shares: Record<string, { title: string; desc: string; link: string; imgUrl: string }>;
}

/** Opens WeChat on a new phone of a new person; everything works as usual. */
export async function openWechat(
  stage: Stage,
  options: PhoneOptions = {},
): Promise<{ phone: Phone; openid: string }> {
  const inWechat = options.inWechat ?? "android";
  const openid = await newPerson(stage, inWechat);
  return { phone: await stage.phone({ ...options, inWechat }), openid };
}

/** Gives the simulated WeChat to a new person, and makes everything work as usual; answers the openid. */
export async function newPerson(stage: Stage, platform: "android" | "ios"): Promise<string> {
  serial += 1;
  const openid = `oJourney-${process.pid}-${serial}`;
  await behaveAs(stage, { ...usualClient, platform, user: openid });
  await platformDoes(stage, usualPlatform);
  return openid;
}

/** Changes how the simulated WeChat behaves. */
export async function behaveAs(
  stage: Stage,
  change: Record<string, string | number | boolean>,
): Promise<void> {
  await post(`${stage.installation.wechatUrl}/__wechat/behaviour`, change);
}

/** Changes how the open platform behaves. */
export async function platformDoes(stage: Stage, change: Record<string, string | number>): Promise<void> {
  await post(`${stage.installation.sandboxUrl}/wechat/behaviour`, change);
}

/** What was called and shared so far. */
export async function wechatLog(stage: Stage): Promise<WechatLog> {
  return (await (await fetch(`${stage.installation.wechatUrl}/__wechat/log`)).json()) as WechatLog;
}

/** The addresses that WeChat's page last led back to, with their codes. */
export async function wechatReturns(stage: Stage): Promise<string[]> {
  const answer = await fetch(`${stage.installation.sandboxUrl}/wechat/books`);
  return ((await answer.json()) as { returns: string[] }).returns;
}

/** What a WeChat user would come back with from the authorisation page. */
export async function codeFor(stage: Stage, openid: string): Promise<string> {
  const answer = await post(`${stage.installation.sandboxUrl}/wechat/codes`, { user: openid });
  return ((await answer.json()) as { code: string }).code;
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
