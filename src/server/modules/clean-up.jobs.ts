import type { Deps } from "../platform/Deps.ts";
import { deleteExpired } from "../platform/database/cache-entries.repository.ts";
import { deleteEventsBefore } from "../platform/events/event.repository.ts";
import { deleteStalePresence } from "../platform/events/presence.repository.ts";
import { deleteExpiredCounters } from "../platform/limits/rate-limit.repository.ts";
import { deleteSurplusEvents } from "../platform/security/security-event.repository.ts";
import type { TokenService } from "../platform/security/TokenService.ts";
import { addMs } from "../platform/time/clock.ts";
import { toLocalTime } from "../platform/time/local-time.ts";
import { retention } from "../retention.ts";
import { deletePinAttemptsBefore } from "./card/pin-attempt.repository.ts";
import { deleteRejectedNotifications } from "./payment/payment.repository.ts";
import { deleteBefore } from "./sms/sms-code.repository.ts";
import { deleteSumsBefore } from "./staff/daily-sum.repository.ts";
import { deleteExpiredTickets } from "./staff/second-factor.repository.ts";

/** Deletes expired data in limited batches. */
export async function cleanUp(deps: Deps, tokens: TokenService): Promise<void> {
  const now = deps.clock.now();
  await tokens.sweep();
  await deleteRejectedNotifications(deps.database.queries, addMs(now, -retention.refusedNotificationsMs));
  await deleteBefore(deps.database.queries, addMs(now, -retention.smsCodesMs));
  await deps.database.transaction((tx) => deleteEventsBefore(tx, addMs(now, -retention.eventsMs)));
  await deletePinAttemptsBefore(deps.database.queries, addMs(now, -deps.config.limits.pin.perCardMs * 2));
  await deleteStalePresence(deps.database.queries, addMs(now, -deps.config.limits.onlineMs));
  await deleteExpiredCounters(deps.database.queries);
  await deleteSumsBefore(deps.database.queries, toLocalTime(addMs(now, -retention.dailySumsMs)).date);
  await deleteExpiredTickets(deps.database.queries, now);
  await deleteSurplusEvents(
    deps.database.queries,
    addMs(now, -retention.securityEventsMs),
    retention.securityEventsMax,
  );
  await deleteExpired(deps.database.queries, addMs(now, -retention.idempotencyKeysMs), now);
}
