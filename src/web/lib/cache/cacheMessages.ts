const minuteMs = 60_000;
const shanghaiOffsetMs = 8 * 60 * minuteMs;

/** UI copy for the age of cached data; timestamps in ms. */
export const cacheMessages = {
  updating: (subject: string, at: number) => `${subject}为${formatAge(at)}，正在更新`,
  offline: (at: number) => `暂时连不上，${cacheMessages.record(at)}`,
  record: (at: number) => `内容为 ${formatTimestamp(at)} 的记录`,
} as const;

function formatAge(at: number): string {
  const minutes = Math.floor((Date.now() - at) / minuteMs);
  if (minutes < 60) return minutes < 1 ? "刚才的" : ` ${minutes} 分钟前`;
  return minutes < 1440 ? ` ${Math.floor(minutes / 60)} 小时前` : ` ${Math.floor(minutes / 1440)} 天前`;
}

/** Formats `12:30` of today in Shanghai, `11-21 12:30` of another day. */
function formatTimestamp(at: number): string {
  const [then, now] = [at, Date.now()].map((time) => new Date(time + shanghaiOffsetMs).toISOString()) as [
    string,
    string,
  ];
  const isToday = then.slice(0, 10) === now.slice(0, 10);
  return isToday ? then.slice(11, 16) : then.slice(5, 16).replace("T", " ");
}
