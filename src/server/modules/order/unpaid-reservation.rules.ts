import type { Deps } from "../../platform/Deps.ts";
import type { QueryRunner } from "../../platform/database/Database.ts";
import { AppError } from "../../platform/http/AppError.ts";
import { addMs } from "../../platform/time/clock.ts";
import { formatLocalTime } from "../../platform/time/local-time.ts";
import { minReservablePortions } from "../menu/menu.repository.ts";
import { listLapses } from "./unpaid-reservation.repository.ts";

/**
 * Returns how many portions of a dish a customer with `ownReserved` unpaid portions may take: all their
 * unpaid orders together get at most half of what others have not taken, rounded up, or a meal for two, or the
 * smallest quantity that is sold.
 */
export function limitToFairShare(left: number, ownReserved: number, minimum: number): number {
  const maxQuantity = Math.max(minReservablePortions, minimum, Math.ceil((left + ownReserved) / 2));
  return Math.min(left, Math.max(0, maxQuantity - ownReserved));
}

/**
 * Throws "rate_limited" with the end of the pause for a customer who repeatedly reserved scarce items without
 * paying. Counts the reserved time in multiples of the payment time, so that cancelling shortly before expiry
 * does not help.
 */
export async function assertNotPaused(
  tx: QueryRunner,
  userId: string,
  now: Date,
  { config, chainSettings }: Pick<Deps, "config" | "chainSettings">,
): Promise<void> {
  const { windowMs, max: maximum, pauseMs } = config.limits.unpaidReservations;
  const lapses = await listLapses(tx, userId, addMs(now, -windowMs));
  // In multiples of the time to pay that held when each began.
  const reserved = lapses.reduce((sum, { from, to }) => {
    const payMs = chainSettings.at(from).orders.pay_minutes * 60_000;
    return sum + (to.getTime() - from.getTime()) / payMs;
  }, 0);
  const lapseCount = Math.floor(reserved / maximum);
  if (lapseCount === 0) return;
  const last = Math.max(...lapses.map(({ to }) => to.getTime()));
  const until = addMs(new Date(last), Math.min(pauseMs * 2 ** (lapseCount - 1), windowMs));
  if (until <= now) return;
  const seconds = Math.ceil((until.getTime() - now.getTime()) / 1000);
  throw new AppError(
    "rate_limited",
    { retry_after: seconds, until: until.toISOString() },
    `您有几笔限量或预约的订单没有付款，请 ${formatClock(until, now)} 后再下单，其他商品可以照常购买`,
    seconds,
  );
}

/** Formats a time rounded up to the minute, with the day unless it is today. */
function formatClock(at: Date, now: Date): string {
  const text = formatLocalTime(addMs(at, 59_999));
  return text.slice(0, 10) === formatLocalTime(now).slice(0, 10) ? text.slice(11) : text.slice(5);
}
