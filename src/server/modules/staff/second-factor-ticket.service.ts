import type { QueryRunner } from "../../platform/database/Database.ts";
import { generateToken, sha256 } from "../../platform/security/ids.ts";
import { addMs } from "../../platform/time/clock.ts";
import { insertTicket } from "./second-factor.repository.ts";

const ticketMs = 10 * 60_000;

/** Issues a ticket for the second step of a login; it is not a session and is valid for nothing else. */
export async function issueTicket(
  tx: QueryRunner,
  staffId: string,
  now: Date,
): Promise<{ ticket: string; expires_in: number }> {
  const ticket = generateToken();
  await insertTicket(tx, { hash: sha256(ticket), staffId, expiresAt: addMs(now, ticketMs) });
  return { ticket, expires_in: ticketMs / 1000 };
}
