import { useEffect, useState } from "react";

/** Seconds left, 0 when it is over; `start` begins it anew. */
export interface Countdown {
  readonly left: number;
  readonly start: (seconds: number) => void;
}

/** Returns a countdown; it ends with the component that uses it. */
export function useCountdown(): Countdown {
  const [end, setEnd] = useState(0);
  const [now, setNow] = useState(0);
  useEffect(() => {
    if (end === 0) return;
    const timer = setInterval(() => {
      setNow(Date.now());
      if (Date.now() >= end) setEnd(0);
    }, 250);
    return () => clearInterval(timer);
  }, [end]);
  const start = (seconds: number) => {
    setNow(Date.now());
    setEnd(Date.now() + seconds * 1000);
  };
  return { left: end === 0 ? 0 : Math.max(0, Math.ceil((end - now) / 1000)), start };
}
