import type { User } from "#contract/user/schema.ts";
import { isRecord } from "#web/shared/api/readReply.ts";
import { numberOf, textOf } from "../../wireValues.ts";

/** What a login brings: the token, and the customer when the host says who it is. */
export interface LoginResult {
  token: string;
  user: User | null;
}

/** Reads any answer to a login (`data.token` or `token`); null without a token. */
export function normalizeLogin(reply: unknown): LoginResult | null {
  if (!isRecord(reply)) return null;
  const data = isRecord(reply.data) ? reply.data : reply;
  const token = textOf(data.token) || textOf(reply.token);
  return token === "" ? null : { token, user: parseUser(data.user) };
}

/** Reads a customer; null when it is no object. Missing fields become empty. */
export function parseUser(raw: unknown): User | null {
  if (!isRecord(raw)) return null;
  return {
    user_id: textOf(raw.user_id) || textOf(raw.id),
    phone: textOf(raw.phone) || null,
    nickname: textOf(raw.nickname) || textOf(raw.name),
    avatar: textOf(raw.avatar) || null,
    points: numberOf(raw.points) ?? 0,
    points_coming: parseComing(raw.points_coming),
    invite_code: textOf(raw.invite_code),
    has_wechat: raw.has_wechat === true,
  };
}

/** Reads the points that come next; null when the host does not tell them. */
function parseComing(raw: unknown): User["points_coming"] {
  const points = isRecord(raw) ? numberOf(raw.points) : null;
  return isRecord(raw) && points ? { points, at: textOf(raw.at) || null } : null;
}
