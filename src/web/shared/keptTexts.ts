const minuteMs = 60_000;
const shanghaiMs = 8 * 60 * minuteMs;

/** How old things are that the device kept; moments in milliseconds. */
export const keptTexts = {
  updating: (what: string, at: number) => `${what}为${ageOf(at)}，正在更新`,
  offline: (at: number) => `暂时连不上，${keptTexts.record(at)}`,
  record: (at: number) => `内容为 ${clockOf(at)} 的记录`,
} as const;

function ageOf(at: number): string {
  const minutes = Math.floor((Date.now() - at) / minuteMs);
  if (minutes < 60) return minutes < 1 ? "刚才的" : ` ${minutes} 分钟前`;
  return minutes < 1440 ? ` ${Math.floor(minutes / 60)} 小时前` : ` ${Math.floor(minutes / 1440)} 天前`;
}

/** `12:30` of today in Shanghai, `11-21 12:30` of another day. */
function clockOf(at: number): string {
  const [then, now] = [at, Date.now()].map((time) => new Date(time + shanghaiMs).toISOString()) as [
    string,
    string,
  ];
  const isToday = then.slice(0, 10) === now.slice(0, 10);
  return isToday ? then.slice(11, 16) : then.slice(5, 16).replace("T", " ");
}
