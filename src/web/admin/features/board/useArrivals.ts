import { useEffect, useRef, useState } from "react";
import { boardMessages as words } from "../../boardMessages.ts";
import { Chime } from "./Chime.ts";

/**
 * Calls somebody when orders come in (`arrivals` counts them): with two notes, and with their number in the title until
 * the page is looked at.
 */
export function useArrivals(arrivals: number, hasSound: boolean): void {
  const [chime] = useState(() => new Chime());
  const heard = useRef(arrivals);
  useEffect(() => {
    const wake = () => chime.wake();
    window.addEventListener("pointerdown", wake);
    return () => window.removeEventListener("pointerdown", wake);
  }, [chime]);
  useEffect(() => {
    if (hasSound && arrivals > heard.current) chime.play();
    heard.current = arrivals;
  }, [arrivals, chime, hasSound]);
  useUnseen(arrivals);
}

/** Tells in the title how many came in while nobody looked. */
function useUnseen(arrivals: number): void {
  const seen = useRef(arrivals);
  useEffect(() => {
    const title = document.title;
    const show = () => {
      if (document.visibilityState === "visible") seen.current = arrivals;
      const unseen = arrivals - seen.current;
      document.title = unseen > 0 ? `${words.newOrders(unseen)}${title}` : title;
    };
    show();
    document.addEventListener("visibilitychange", show);
    return () => {
      document.removeEventListener("visibilitychange", show);
      document.title = title;
    };
  }, [arrivals]);
}
