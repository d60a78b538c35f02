import { useCallback, useEffect } from "react";
import { brandName } from "#web/lib/brandName.ts";
import { useAdminStore } from "../../app/AdminStores.ts";
import { type StaffEvent, staffEventStore } from "../../app/StaffEventStore.ts";
import { staffPageMessages } from "../../app/staffPageMessages.ts";
import { messageSound, NotificationSound } from "../../ui/NotificationSound.ts";
import { toast } from "../../ui/notify.tsx";
import { boardMessages } from "../board/boardMessages.ts";
import { refundMessages } from "../refund/refundMessages.ts";
import { consoleStore } from "./ConsoleStore.ts";
import { consoleMessages } from "./consoleMessages.ts";
import { isSoundOn } from "./consoleStorage.ts";

const pollMs = 5_000;

/** Sound of the console; a single instance, because browsers allow only a few. */
export const newMessageSound = new NotificationSound(messageSound);

/** Returns the text of an alarm for all staff at the console; null for other events. */
function findAlarmText(event: StaffEvent | null): string | null {
  if (event?.name === "failed_refund" && event.data.status === "failed")
    return refundMessages.failed.alarm(event.data.order_no);
  if (event?.name === "office_alarm" && event.data.kind === "sms_brake")
    return staffPageMessages.smsBrake(event.data.messages, event.data.minutes);
  if (event?.name !== "order_alarm" || event.data.kind !== "overdue") return null;
  const { restaurant_name, pickup_code, order_no } = event.data;
  return `${restaurant_name} ${boardMessages.alarm.overdue(pickup_code ?? order_no)}`;
}

/**
 * Keeps the console in sync (call it inside an observer): by events, else by polling, also after the server
 * was too busy for a request; new messages play a sound and appear in the title.
 */
export function useConsoleEvents(title: string): void {
  const store = useAdminStore(consoleStore);
  const events = useAdminStore(staffEventStore);
  const onEvent = useCallback(
    (event: StaffEvent | null) => {
      store.handleEvent(event);
      const alarm = findAlarmText(event);
      if (alarm !== null) toast(alarm);
      if (event?.name !== "message" || event.data.message.sender_type !== "user") return;
      const isSeen = document.hasFocus() && store.customer.userId === event.data.user_id;
      if (!isSeen && isSoundOn()) newMessageSound.play();
    },
    [store],
  );
  useEffect(() => {
    void store.refresh();
    const unsubscribe = events.subscribe(onEvent);
    const timer = setInterval(() => {
      const isStale = !events.isConnected || store.reads.hasMissed;
      if (isStale && document.visibilityState === "visible") void store.refresh();
    }, pollMs);
    return () => {
      unsubscribe();
      clearInterval(timer);
    };
  }, [store, events, onEvent]);
  useEffect(() => store.clock.start(), [store]);
  useTitleBadge(title, store.unread);
}

/** Shows `(3) 客服工作台` while three messages are unread. */
function useTitleBadge(title: string, unread: number): void {
  useEffect(() => {
    const count = unread === 0 ? title : consoleMessages.titleWith(unread, title);
    // The route sets the plain title in the same commit; this one must come after it.
    const timer = setTimeout(() => {
      document.title = consoleMessages.fullTitle(count, brandName());
    });
    return () => clearTimeout(timer);
  }, [title, unread]);
}
