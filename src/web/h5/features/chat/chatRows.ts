import type { ChatItem } from "./ChatItem.ts";
import { dayOf, sayMoment } from "./sayMoment.ts";

/** Within this time messages belong together, and the clock is not repeated. */
const togetherMs = 5 * 60_000;

/** A message with what stands above it. */
export interface ChatRow {
  readonly item: ChatItem;
  /** The time to show above it; empty when it belongs to the one before. */
  readonly time: string;
  /** Somebody else begins to speak, so that the name is said. */
  readonly isTurn: boolean;
}

/** Puts the time above what begins a new day or comes after a pause, and names above what begins a turn. */
export function chatRows(items: readonly ChatItem[], now: number): ChatRow[] {
  return items.map((item, place) => {
    const before = items[place - 1];
    const isApart = before === undefined || isPause(before.at, item.at);
    const isTurn = isApart || before.side !== item.side || before.name !== item.name;
    return { item, time: isApart ? sayMoment(item.at, now) : "", isTurn };
  });
}

function isPause(before: string, after: string): boolean {
  const [from, to] = [Date.parse(before), Date.parse(after)];
  return dayOf(from) !== dayOf(to) || to - from > togetherMs;
}
