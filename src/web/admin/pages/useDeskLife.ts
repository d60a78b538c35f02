import { useCallback, useEffect } from "react";
import { toast } from "#web/shared/notify.ts";
import { useAdminStore } from "../AdminStores.ts";
import { boardMessages } from "../boardMessages.ts";
import { consoleMessages } from "../consoleMessages.ts";
import { Beeper } from "../features/queue/Beeper.ts";
import { officeMessages } from "../officeMessages.ts";
import { refundMessages } from "../refundMessages.ts";
import { deskStore } from "../stores/DeskStore.ts";
import { type StaffNews, staffLiveStore } from "../stores/StaffLiveStore.ts";

const pollMs = 5_000;

/** The sound of the console; one, because browsers allow a few only. */
export const beeper = new Beeper();

/** What everybody at the desk has to know at once; null for everything else. */
function alarmOf(news: StaffNews | null): string | null {
  if (news?.name === "failed_refund" && news.data.status === "failed")
    return refundMessages.failed.alarm(news.data.order_no);
  if (news?.name === "office_alarm" && news.data.kind === "sms_brake")
    return officeMessages.smsBrake(news.data.messages, news.data.minutes);
  if (news?.name !== "order_alarm" || news.data.kind !== "overdue") return null;
  const { restaurant_name, pickup_code, order_no } = news.data;
  return `${restaurant_name} ${boardMessages.alarm.overdue(pickup_code ?? order_no)}`;
}

/** Keeps the desk up to date (for observers): by what is told live, else by asking; new messages sound and stand in the title. */
export function useDeskLife(title: string): void {
  const desk = useAdminStore(deskStore);
  const live = useAdminStore(staffLiveStore);
  const hear = useCallback(
    (news: StaffNews | null) => {
      desk.hear(news);
      const alarm = alarmOf(news);
      if (alarm !== null) toast(alarm);
      if (news?.name !== "message" || news.data.message.sender_type !== "user") return;
      const isSeen = document.hasFocus() && desk.customer.userId === news.data.user_id;
      if (!isSeen) beeper.beep();
    },
    [desk],
  );
  useEffect(() => {
    void desk.refresh();
    const leave = live.follow(hear);
    const timer = setInterval(() => {
      if (!live.isConnected && document.visibilityState === "visible") void desk.refresh();
    }, pollMs);
    return () => {
      leave();
      clearInterval(timer);
    };
  }, [desk, live, hear]);
  useEffect(() => desk.clock.run(), [desk]);
  useTitleBadge(title, desk.unread);
}

/** `(3) 客服工作台` while three messages are unread. */
function useTitleBadge(title: string, unread: number): void {
  useEffect(() => {
    const count = unread === 0 ? title : consoleMessages.titleWith(unread, title);
    // The route sets the plain title in the same breath; ours comes after it.
    const timer = setTimeout(() => {
      document.title = consoleMessages.fullTitle(count);
    });
    return () => clearTimeout(timer);
  }, [title, unread]);
}
