import type { ChatItem } from "./ChatItem.ts";
import { formatMessageTime, toDayNumber } from "./formatMessageTime.ts";

/** Within this time messages belong together, and the clock is not repeated. */
const groupWindowMs = 5 * 60_000;

/** A message with what stands above it. */
export interface ChatRow {
  readonly item: ChatItem;
  /** The time to show above it; empty when it belongs to the one before. */
  readonly time: string;
  /** Somebody else begins to speak, so that the name is said. */
  readonly isTurn: boolean;
}

/** Puts the time above what begins a new day or comes after a pause, and names above what begins a turn. */
export function toChatRows(items: readonly ChatItem[], now: number): ChatRow[] {
  return items.map((item, index) => {
    const previous = items[index - 1];
    const startsGroup = previous === undefined || isGap(previous.at, item.at);
    const isTurn = startsGroup || previous.side !== item.side || previous.name !== item.name;
    return { item, time: startsGroup ? formatMessageTime(item.at, now) : "", isTurn };
  });
}

function isGap(before: string, after: string): boolean {
  const [from, to] = [Date.parse(before), Date.parse(after)];
  return toDayNumber(from) !== toDayNumber(to) || to - from > groupWindowMs;
}
