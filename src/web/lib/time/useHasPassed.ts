import { useEffect, useState } from "react";

const maxTimerMs = 2_147_483_647;

/**
 * Returns whether a time (in ms of the device's clock) has passed, and re-renders when it passes while the
 * page stays open. False without a time. `firstNow` is the time of the first rendering, which on a server-rendered page
 * is the server's.
 */
export function useHasPassed(at: number | null, firstNow: () => number = Date.now): boolean {
  const [now, setNow] = useState(firstNow);
  const leftMs = at === null ? null : at - now;
  useEffect(() => setNow(Date.now()), []);
  useEffect(() => {
    if (leftMs === null || leftMs <= 0) return;
    const timer = setTimeout(() => setNow(Date.now()), Math.min(leftMs, maxTimerMs));
    return () => clearTimeout(timer);
  }, [leftMs]);
  return leftMs !== null && leftMs <= 0;
}
