import { Badge, Tag, Typography, theme } from "antd";
import { observer } from "mobx-react-lite";
import type { ConversationSummary } from "#contract/staff/chat/conversation.schema.ts";
import { formatDateTime, formatTimeOfDay, toDayNumber } from "#web/lib/time/formatTime.ts";
import { consoleMessages } from "../console/consoleMessages.ts";
import { CustomerAvatar } from "./CustomerAvatar.tsx";
import styles from "./QueueRow.module.css";

const messages = consoleMessages.queue;
const amberMs = 3 * 60_000;
const redMs = 10 * 60_000;

interface Clock {
  readonly now: number;
}

interface QueueRowProps {
  session: ConversationSummary;
  staffId: string;
  isSelected: boolean;
  clock: Clock;
  onSelect: (userId: string) => void;
}

/** Row of the queue: customer, last message, waiting time, and assignee. */
export const QueueRow = observer(function QueueRow(props: QueueRowProps) {
  const { session, staffId, isSelected, clock, onSelect } = props;
  const { user_id: userId, name, status, unread_count: unread, last_message: last, assignee } = session;
  const assigneeName =
    assignee?.staff_id === staffId ? messages.mine : (assignee?.name ?? messages.unassigned);
  const facts = [assigneeName, session.phone, status === "open" ? "" : messages.statuses[status]];
  return (
    <li>
      <button
        type="button"
        className={styles.row}
        aria-current={isSelected}
        data-user={userId}
        onClick={() => onSelect(userId)}
      >
        <CustomerAvatar name={name} isOnline={session.online} />
        <span className={styles.text}>
          <span className={styles.line}>
            <Typography.Text ellipsis strong={status !== "resolved"}>
              {name}
            </Typography.Text>
            {session.needs_reply && session.waiting_since !== null ? (
              <WaitingTime since={session.waiting_since} clock={clock} />
            ) : (
              <small>
                <time dateTime={session.updated_at}>
                  {formatShortTime(last?.at ?? session.updated_at, Date.now())}
                </time>
              </small>
            )}
          </span>
          <span className={styles.line}>
            <Typography.Text ellipsis>{formatPreview(last)}</Typography.Text>
            {unread > 0 && (
              <Badge count={unread} title={null} role="img" aria-label={messages.unread(unread)} />
            )}
          </span>
          <small>{facts.filter(Boolean).join(" · ")}</small>
        </span>
      </button>
    </li>
  );
});

/** Running waiting time of a customer since an ISO time; amber from three minutes on, red from ten. */
const WaitingTime = observer(function WaitingTime({ since, clock }: { since: string; clock: Clock }) {
  const { token } = theme.useToken();
  const waitedMs = Math.max(0, clock.now - Date.parse(since));
  const warning = waitedMs > amberMs ? token.colorWarning : token.colorSuccess;
  const text = messages.waiting(consoleMessages.duration(Math.floor(waitedMs / 1_000)));
  return <Tag color={waitedMs > redMs ? "error" : warning}>{text}</Tag>;
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
