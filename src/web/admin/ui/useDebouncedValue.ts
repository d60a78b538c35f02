import { useEffect, useState } from "react";

const delayMs = 300;

/** Returns a text once it has not changed for a while, so that not every keystroke sends a request. */
export function useDebouncedValue(text: string): string {
  const [debounced, setDebounced] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setDebounced(text), delayMs);
    return () => clearTimeout(timer);
  }, [text]);
  return debounced;
}
