import { remarkMax } from "#contract/constants.ts";
import { isRecord } from "#web/lib/api/parseResponse.ts";

/** One wish to place an order: its key travels with every try until the order is there. */
export interface OrderAttempt {
  readonly key: string;
  /** A try went without an answer: the order may exist already. */
  readonly isUncertain: boolean;
  /** When it was made, in ms of the device's clock. */
  readonly at: number;
}

/** What the customer typed on the way to an order, kept over reloads. */
export interface CheckoutDraft {
  readonly remark: string;
  readonly tableware: number;
  readonly intent: OrderAttempt | null;
}

export const tablewareMax = 20;
export const emptyCheckoutDraft: CheckoutDraft = { remark: "", tableware: 1, intent: null };

/** An unpaid order lives 15 minutes: an older intent can no longer stand for one that could be paid. */
export const orderAttemptTtlMs = 3_600_000;

/** Reads a stored draft; what does not fit becomes its default. */
export function parseCheckoutDraft(raw: unknown): CheckoutDraft | null {
  if (!isRecord(raw)) return null;
  const { remark, tableware, intent } = raw;
  return {
    remark: typeof remark === "string" ? truncateText(remark, remarkMax) : emptyCheckoutDraft.remark,
    tableware: isCount(tableware) ? tableware : emptyCheckoutDraft.tableware,
    intent: parseOrderAttempt(intent),
  };
}

/** The first `max` characters (code points, so that an emoji counts once and is never cut). */
export function truncateText(text: string, max: number): string {
  return Array.from(text).slice(0, max).join("");
}

function parseOrderAttempt(raw: unknown): OrderAttempt | null {
  if (!isRecord(raw)) return null;
  const { key, isUncertain, at } = raw;
  if (typeof key !== "string" || !/^[\w-]{8,64}$/.test(key) || typeof at !== "number") return null;
  return { key, isUncertain: isUncertain === true, at };
}

function isCount(value: unknown): value is number {
  return typeof value === "number" && Number.isInteger(value) && value >= 0 && value <= tablewareMax;
}
