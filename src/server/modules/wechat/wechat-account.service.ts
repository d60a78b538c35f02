import type { Authorisation, WechatProfile } from "../../gateways/wechat/WechatGateway.ts";
import type { QueryRunner } from "../../platform/database/Database.ts";
import { AppError } from "../../platform/http/AppError.ts";
import { newId, randomCode, randomDigits } from "../../platform/security/ids.ts";
import * as users from "../user/user.repository.ts";

const maxNicknameLength = 20;

/** Returns the account of a WeChat user, created at the first visit; locked until the transaction ends. */
export async function findOrCreateByWechat(
  tx: QueryRunner,
  { openid, unionid }: Authorisation,
  now: Date,
): Promise<{ user: users.UserRow; isNew: boolean }> {
  const existing = await users.lockByOpenid(tx, openid);
  if (existing) return { user: existing, isNew: false };
  const isNew = await users.insertByOpenid(tx, {
    id: newId(),
    openid,
    unionid,
    nickname: `食客${randomDigits(4)}`,
    inviteCode: randomCode(8),
    createdAt: now,
  });
  // Another request may have been first; a merge may have moved the openid meanwhile.
  const user = await users.lockByOpenid(tx, openid);
  if (user === undefined) throw new Error("the account vanished during login");
  return { user, isNew };
}

/**
 * Binds a WeChat user to the customer's account. Throws "conflict" when either is bound already: an account
 * never changes its WeChat user, nor a WeChat user its account.
 */
export async function bindWechat(
  tx: QueryRunner,
  customerId: string,
  { openid, unionid }: Authorisation,
): Promise<users.UserRow> {
  await users.lockForUpdate(tx, customerId);
  const user = await users.findById(tx, customerId);
  if (user === undefined) throw new AppError("unauthenticated");
  if (user.openid === openid) return user;
  if (user.openid !== null) throw new AppError("conflict", {}, "该账号已绑定其他微信");
  if (!(await users.assignOpenid(tx, customerId, { openid, unionid })))
    throw new AppError("conflict", {}, "该微信已绑定其他账号");
  return { ...user, openid, unionid };
}

/** Cleans a WeChat nickname: no control characters, 20 characters at most; null when nothing is left. */
export function toNickname({ nickname }: WechatProfile): string | null {
  const cleaned = nickname.replace(/\p{Cc}/gu, "").trim();
  return [...cleaned].slice(0, maxNicknameLength).join("") || null;
}
