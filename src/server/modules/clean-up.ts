import { later } from "../platform/clock.ts";
import type { Deps } from "../platform/Deps.ts";
import { removeCounters } from "../platform/limits/rateRows.ts";
import { removeEvents } from "../platform/live/eventRows.ts";
import { removeUnseen } from "../platform/live/presenceRows.ts";
import { removeEventsBeyond } from "../platform/security/securityRows.ts";
import { wallTime } from "../platform/shanghai.ts";
import { sweepKeys } from "../platform/sharedRows.ts";
import type { TokenService } from "../platform/TokenService.ts";
import { removeGuards } from "./card/pin-guard.repository.ts";
import { removeRefused } from "./payment/payment.repository.ts";
import { removeSums } from "./staff/daily-sum.repository.ts";
import { removeOldTickets } from "./staff/second-factor.repository.ts";
import { removeBefore } from "./user/sms-code.repository.ts";

const dayMs = 86_400_000;
const refusedKeptMs = 7 * dayMs;
const sumsKeptMs = 30 * dayMs;
const smsKeptMs = 2 * dayMs;
/** How long security events are kept, and how many at most: an attack must not fill the disk. */
const securityKeptMs = 30 * dayMs;
const securityKeptRows = 200_000;

/** Removes what nobody needs any more; so much at once. */
export async function cleanUp(deps: Deps, tokens: TokenService): Promise<void> {
  const now = deps.clock.now();
  await tokens.sweep();
  await removeRefused(deps.database.queries, later(now, -refusedKeptMs));
  await removeBefore(deps.database.queries, later(now, -smsKeptMs));
  await deps.database.transaction((tx) => removeEvents(tx, later(now, -deps.config.limits.live.keepMs)));
  await removeGuards(deps.database.queries, later(now, -deps.config.limits.pin.perCardMs * 2));
  await removeUnseen(deps.database.queries, later(now, -deps.config.limits.onlineMs));
  await removeCounters(deps.database.queries);
  await removeSums(deps.database.queries, wallTime(later(now, -sumsKeptMs)).date);
  await removeOldTickets(deps.database.queries, now);
  await removeEventsBeyond(deps.database.queries, later(now, -securityKeptMs), securityKeptRows);
  await sweepKeys(deps.database.queries, later(now, -deps.config.limits.keepKeysMs), now);
}
