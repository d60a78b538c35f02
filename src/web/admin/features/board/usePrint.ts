import { useEffect, useState } from "react";
import { flushSync } from "react-dom";

/** Holds what is being printed: it is there before the browser's print dialog opens, and gone when that closes. */
export function usePrint<Content>() {
  const [printed, setPrinted] = useState<Content | null>(null);
  useEffect(() => {
    const clear = () => setPrinted(null);
    window.addEventListener("afterprint", clear);
    return () => window.removeEventListener("afterprint", clear);
  }, []);
  const print = (content: Content) => {
    flushSync(() => setPrinted(content));
    window.print();
  };
  return { printed, print };
}
