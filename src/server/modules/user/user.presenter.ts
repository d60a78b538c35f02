import { maskPhone } from "#contract/phone.ts";
import type { User } from "#contract/user/schema.ts";
import type { UserRow } from "./user.repository.ts";

/** What a customer sees of the own account. */
export function presentUser(user: UserRow, points: number): User {
  return {
    user_id: user.id,
    phone: user.phone && maskPhone(user.phone),
    nickname: user.nickname,
    avatar: user.avatar,
    points,
    invite_code: user.inviteCode,
    has_wechat: user.openid !== null,
  };
}
