import { clsx } from "clsx";
import { observer } from "mobx-react-lite";
import type { ConversationSummary } from "#contract/staff/chat/conversation.schema.ts";
import { formatDateTime, formatTimeOfDay, toDayNumber } from "#web/lib/time/formatTime.ts";
import { consoleMessages } from "../console/consoleMessages.ts";
import styles from "./QueueRow.module.css";
import { WaitingTime } from "./WaitingTime.tsx";

const messages = consoleMessages.queue;

interface QueueRowProps {
  session: ConversationSummary;
  staffId: string;
  isSelected: boolean;
  clock: { readonly now: number };
  onSelect: (userId: string) => void;
}

/** Row of the queue: customer, last message, waiting time, and assignee. */
export const QueueRow = observer(function QueueRow(props: QueueRowProps) {
  const { session, staffId, isSelected, clock, onSelect } = props;
  const { user_id: userId, name, unread_count: unread, last_message: last, assignee } = session;
  const waitingSince = session.needs_reply && session.waiting_since !== null ? session.waiting_since : null;
  return (
    <li>
      <button
        type="button"
        className={clsx(
          styles.row,
          isSelected && styles.chosen,
          session.status === "resolved" && styles.resolved,
        )}
        aria-current={isSelected}
        data-user={userId}
        onClick={() => onSelect(userId)}
      >
        <span className={styles.face} aria-hidden="true">
          {Array.from(name)[0]}
        </span>
        <span className={clsx(styles.dot, session.online && styles.online)}>
          <span className={styles.hidden}>{session.online ? messages.online : messages.offline}</span>
        </span>
        <span className={styles.main}>
          <span className={styles.line}>
            <b className={styles.name}>{name}</b>
            {waitingSince !== null ? (
              <WaitingTime since={waitingSince} clock={clock} />
            ) : (
              <time className={styles.time} dateTime={session.updated_at}>
                {formatShortTime(last?.at ?? session.updated_at, Date.now())}
              </time>
            )}
          </span>
          <span className={styles.line}>
            <span className={styles.preview}>{formatPreview(last)}</span>
            {unread > 0 && (
              <span className={styles.badge}>
                <span aria-hidden="true">{messages.badge(unread)}</span>
                <span className={styles.hidden}>{messages.unread(unread)}</span>
              </span>
            )}
          </span>
          <span className={styles.foot}>
            <span>
              {assignee === null
                ? messages.nobody
                : assignee.staff_id === staffId
                  ? messages.mine
                  : assignee.name}
            </span>
            {session.phone !== null && <span>{session.phone}</span>}
            {session.status !== "open" && <span>{messages.statuses[session.status]}</span>}
          </span>
        </span>
      </button>
    </li>
  );
});

function formatPreview(last: ConversationSummary["last_message"]): string {
  if (last === null) return messages.none;
  return last.sender_type === "staff" ? `${messages.you}：${last.preview}` : last.preview;
}

/** Formats the time of day for today, else the date: `09:08`, `11-20`. `now` in ms. */
function formatShortTime(iso: string, now: number): string {
  const isToday = toDayNumber(Date.parse(iso)) === toDayNumber(now);
  return isToday ? formatTimeOfDay(iso) : formatDateTime(iso).slice(0, 5);
}
