import { useEffect, useRef, useState } from "react";
import { NotificationSound, orderSound } from "../../ui/NotificationSound.ts";
import { boardMessages as messages } from "./boardMessages.ts";

/**
 * Alerts staff to new orders (counted by `arrivals`): plays a sound, and shows their number in the title
 * until the page is viewed.
 */
export function useNewOrderAlert(arrivals: number, hasSound: boolean): void {
  const [sound] = useState(() => new NotificationSound(orderSound));
  const lastArrivals = useRef(arrivals);
  useEffect(() => {
    window.addEventListener("pointerdown", sound.unlock);
    return () => window.removeEventListener("pointerdown", sound.unlock);
  }, [sound]);
  useEffect(() => {
    if (hasSound && arrivals > lastArrivals.current) sound.play();
    lastArrivals.current = arrivals;
  }, [arrivals, sound, hasSound]);
  useUnseenTitle(arrivals);
}

/** Shows in the title how many orders arrived while the page was hidden. */
function useUnseenTitle(arrivals: number): void {
  const seen = useRef(arrivals);
  useEffect(() => {
    const title = document.title;
    const show = () => {
      if (document.visibilityState === "visible") seen.current = arrivals;
      const unseen = arrivals - seen.current;
      document.title = unseen > 0 ? `${messages.newOrders(unseen)}${title}` : title;
    };
    show();
    document.addEventListener("visibilitychange", show);
    return () => {
      document.removeEventListener("visibilitychange", show);
      document.title = title;
    };
  }, [arrivals]);
}
