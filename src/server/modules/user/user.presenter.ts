import { maskPhone } from "#contract/phone.ts";
import type { User } from "#contract/user/schema.ts";
import { presentPoints } from "../points/points.presenter.ts";
import type { PointsSummary } from "../points/points.repository.ts";
import type { UserRow } from "./user.repository.ts";

/** Converts an account to the form shown to its customer. */
export function presentUser(user: UserRow, points: PointsSummary): User {
  const { available, coming } = presentPoints(points);
  return {
    user_id: user.id,
    phone: user.phone && maskPhone(user.phone),
    nickname: user.nickname,
    avatar: user.avatar,
    points: available,
    points_coming: coming,
    invite_code: user.inviteCode,
    has_wechat: user.openid !== null,
    deletion_due_at: user.deletionDueAt?.toISOString() ?? null,
  };
}
