import { randomUUID } from "node:crypto";
import type { TestEnvironment } from "./TestEnvironment.ts";

/**
 * Calls the API of a test environment with a token; returns `data`, and rejects with the message of an error
 * response.
 */
export async function requestAs<T>(
  environment: TestEnvironment,
  token: string,
  method: string,
  path: string,
  body?: unknown,
): Promise<T> {
  const response = await fetch(`${environment.installation.url}/api/v1/${path}`, {
    method,
    headers: {
      authorization: `Bearer ${token}`,
      ...(body === undefined ? {} : { "content-type": "application/json" }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const reply = (await response.json()) as { data: T; msg: string };
  if (response.status !== 200) throw new Error(`${path} answered ${response.status}: ${reply.msg}`);
  return reply.data;
}

/** Creates a member card with a balance in fen, as the head office issues it. */
export async function issueCard(
  environment: TestEnvironment,
  adminToken: string,
  amount: number,
): Promise<{ number: string; pin: string }> {
  const issueInput = { amount, count: 1, client_key: randomUUID() };
  const path = "card/admin/issue";
  const { list } = await requestAs<{ list: { number: string; pin: string }[] }>(
    environment,
    adminToken,
    "POST",
    path,
    issueInput,
  );
  if (list[0] === undefined) throw new Error("no card was issued");
  return list[0];
}

/**
 * Posts a points movement of a customer, dated `daysAgo` days ago; the points become usable `waitDays` after
 * that, or at an unknown date (null).
 */
export async function movePointsOf(
  environment: TestEnvironment,
  userId: string,
  movement: { type: string; delta: number; daysAgo?: number; waitDays?: number | null },
): Promise<void> {
  const { type, delta, daysAgo = 30, waitDays = 0 } = movement;
  await environment.queryRows(
    `with account as (
       insert into points_accounts (user_id, balance) values ($1, $3::int)
       on conflict (user_id) do update set balance = points_accounts.balance + $3::int returning balance
     )
     insert into points_ledger (user_id, type, delta, balance_after, reference, available_at, expires_at, created_at)
     select $1, $2, $3::int, balance, $4, now() - $5 * interval '1 day' + $6 * interval '1 day',
            case when $3::int > 0 then date_trunc('month', now()) + interval '13 months' end,
            now() - $5 * interval '1 day'
       from account`,
    [userId, type, delta, randomUUID(), daysAgo, waitDays],
  );
}
