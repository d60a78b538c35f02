import type { User } from "#contract/user/schema.ts";
import { isRecord } from "#web/lib/api/parseResponse.ts";
import { toNumber, toText } from "../../app/parse.ts";

/** Result of a login: the token, and the customer when the host includes it with its id. */
export interface LoginResult {
  token: string;
  user: User | null;
}

/** Parses any login response (`data.token` or `token`); null without a token. */
export function parseLogin(response: unknown): LoginResult | null {
  if (!isRecord(response)) return null;
  const data = isRecord(response.data) ? response.data : response;
  const token = toText(data.token) || toText(response.token);
  if (token === "") return null;
  const user = parseUser(data.user);
  return { token, user: user?.user_id ? user : null };
}

/** Parses a customer; null when it is no object. Missing fields become empty. */
export function parseUser(raw: unknown): User | null {
  if (!isRecord(raw)) return null;
  return {
    user_id: toText(raw.user_id) || toText(raw.id),
    phone: toText(raw.phone) || null,
    nickname: toText(raw.nickname) || toText(raw.name),
    avatar: toText(raw.avatar) || null,
    points: toNumber(raw.points) ?? 0,
    points_coming: parseComingPoints(raw.points_coming),
    invite_code: toText(raw.invite_code),
    has_wechat: raw.has_wechat === true,
    deletion_due_at: toText(raw.deletion_due_at) || null,
  };
}

/** Parses the pending points; null when the host does not send them. */
function parseComingPoints(raw: unknown): User["points_coming"] {
  const points = isRecord(raw) ? toNumber(raw.points) : null;
  return isRecord(raw) && points ? { points, at: toText(raw.at) || null } : null;
}
