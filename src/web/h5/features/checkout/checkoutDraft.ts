import { remarkMax } from "#contract/constants.ts";
import { isRecord } from "#web/lib/api/parseResponse.ts";
import { parseStoredAttempt, type StoredAttempt } from "#web/lib/idempotency/SubmitAttempt.ts";

/** Checkout input, stored across reloads. */
export interface CheckoutDraft {
  readonly remark: string;
  readonly tableware: number;
  readonly intent: StoredAttempt | null;
}

export const tablewareMax = 20;
export const emptyCheckoutDraft: CheckoutDraft = { remark: "", tableware: 1, intent: null };

/**
 * Lifetime of an attempt (ms). An unpaid order expires after 15 minutes, so an older attempt cannot belong to
 * a payable one.
 */
export const orderAttemptTtlMs = 3_600_000;

/** Parses a stored draft; invalid values become their defaults. */
export function parseCheckoutDraft(raw: unknown): CheckoutDraft | null {
  if (!isRecord(raw)) return null;
  const { remark, tableware, intent } = raw;
  return {
    remark: typeof remark === "string" ? truncateText(remark, remarkMax) : emptyCheckoutDraft.remark,
    tableware: isCount(tableware) ? tableware : emptyCheckoutDraft.tableware,
    intent: parseStoredAttempt(intent),
  };
}

/** Returns the first `max` characters (code points, so that an emoji counts once and is never cut). */
export function truncateText(text: string, max: number): string {
  return Array.from(text).slice(0, max).join("");
}

function isCount(value: unknown): value is number {
  return typeof value === "number" && Number.isInteger(value) && value >= 0 && value <= tablewareMax;
}
