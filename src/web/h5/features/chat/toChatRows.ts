import { toDayNumber, toShanghaiText } from "#web/lib/time/formatTime.ts";
import type { ChatItem } from "./ChatItem.ts";
import { chatMessages } from "./messages.ts";

const messages = chatMessages.dateLabels;
/** Messages within this time form a group without another time. */
const groupWindowMs = 5 * 60_000;

/** A message with the header above it. */
export interface ChatRow {
  readonly item: ChatItem;
  /** Time to show above it; empty when it belongs to the previous group. */
  readonly time: string;
  /** True when the author changes, so that the name is shown. */
  readonly isTurn: boolean;
}

/** Adds the time at a new day or after a pause, and the name when the author changes. */
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

/** Formats a message time: `今天 09:08`, `昨天 21:30`, `11月3日 12:00`, `2025年11月3日 12:00`. */
export function formatMessageTime(iso: string, now: number): string {
  const time = Date.parse(iso);
  return Number.isNaN(time) ? "" : `${formatDay(time, now)} ${toShanghaiText(time).slice(11, 16)}`;
}

function formatDay(time: number, now: number): string {
  const daysAgo = toDayNumber(now) - toDayNumber(time);
  if (daysAgo === 0) return messages.today;
  if (daysAgo === 1) return messages.yesterday;
  const [year, month, date] = toShanghaiText(time).slice(0, 10).split("-").map(Number);
  const day = messages.day(month ?? 0, date ?? 0);
  return toShanghaiText(now).startsWith(`${year}-`) ? day : messages.year(year ?? 0) + day;
}
