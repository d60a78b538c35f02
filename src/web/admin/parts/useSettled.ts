import { useEffect, useState } from "react";

const delayMs = 300;

/** A text once it has not changed for a moment, so that not every letter is asked for. */
export function useSettled(text: string): string {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), delayMs);
    return () => clearTimeout(timer);
  }, [text]);
  return settled;
}
