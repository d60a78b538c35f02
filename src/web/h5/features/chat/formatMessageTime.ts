import { toDayNumber, toShanghaiText } from "#web/lib/time/formatTime.ts";
import { chatMessages } from "./messages.ts";

const messages = chatMessages.dateLabels;

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
