import { createHash } from "node:crypto";

/** A WeChat user, as one public account sees them. */
export type WechatUser = { openid: string; unionid: string; nickname: string };

const NICKNAMES = ["小满", "阿秋🍂", "老周"];

/** Derives a stable text of `length` characters from these parts, in the alphabet of openids. */
function stableText(length: number, ...parts: string[]): string {
  return createHash("sha512").update(parts.join("\n")).digest("base64url").slice(0, length);
}

/** Returns the user of an openid; the same openid is the same user. */
export function getUser(openid: string, appid: string): WechatUser {
  const known = listUsers(appid).find((user) => user.openid === openid);
  return known ?? { openid, unionid: `o6${stableText(26, openid)}`, nickname: `微友${openid.slice(-4)}` };
}

/** Returns the openid by which a mini-program knows the user of a public account's openid. */
export function miniProgramOpenid(openid: string, miniProgramAppid: string): string {
  return `o${stableText(27, miniProgramAppid, openid)}`;
}

/** Lists the users offered by the control panel; the same ones after every start. */
export function listUsers(appid: string): WechatUser[] {
  return NICKNAMES.map((nickname) => ({
    openid: `o${stableText(27, appid, nickname)}`,
    unionid: `o6${stableText(26, nickname)}`,
    nickname,
  }));
}
