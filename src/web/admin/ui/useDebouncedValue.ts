import { useEffect, useState } from "react";

const delayMs = 300;

/** A text once it has not changed for a moment, so that not every letter is asked for. */
export function useDebouncedValue(text: string): string {
  const [debounced, setDebounced] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setDebounced(text), delayMs);
    return () => clearTimeout(timer);
  }, [text]);
  return debounced;
}
