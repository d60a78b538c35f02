import { formatRecentTime } from "../time/formatTime.ts";

const minuteMs = 60_000;

/** UI copy for the age of cached data; timestamps in ms. */
export const cacheMessages = {
  updating: (subject: string, at: number) => `${subject}为${formatAge(at)}，正在更新`,
  offline: (at: number) => `暂时连不上，${cacheMessages.record(at)}`,
  record: (at: number) => `内容为 ${formatRecentTime(at, Date.now())} 的记录`,
} as const;

function formatAge(at: number): string {
  const minutes = Math.floor((Date.now() - at) / minuteMs);
  if (minutes < 60) return minutes < 1 ? "刚才的" : ` ${minutes} 分钟前`;
  return minutes < 1440 ? ` ${Math.floor(minutes / 60)} 小时前` : ` ${Math.floor(minutes / 1440)} 天前`;
}
