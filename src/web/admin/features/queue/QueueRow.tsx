import { observer } from "mobx-react-lite";
import type { ChatSession } from "#contract/chat-admin/session.schema.ts";
import { cx } from "#web/shared/ui/cx.ts";
import { consoleMessages } from "../../consoleMessages.ts";
import { briefOf } from "../../formatTime.ts";
import styles from "./QueueRow.module.css";
import { Waiting } from "./Waiting.tsx";

const words = consoleMessages.queue;

interface QueueRowProps {
  session: ChatSession;
  staffId: string;
  isChosen: boolean;
  clock: { readonly now: number };
  onChoose: (userId: string) => void;
}

/** One customer in the queue: who, what was said last, since when an answer is waited for, and whose it is. */
export const QueueRow = observer(function QueueRow(props: QueueRowProps) {
  const { session, staffId, isChosen, clock, onChoose } = props;
  const { user_id: userId, name, unread_count: unread, last_message: last, assignee } = session;
  const waits = session.needs_reply && session.waiting_since !== null ? session.waiting_since : null;
  return (
    <li>
      <button
        type="button"
        className={cx(
          styles.row,
          isChosen && styles.chosen,
          session.status === "resolved" && styles.resolved,
        )}
        aria-current={isChosen}
        data-user={userId}
        onClick={() => onChoose(userId)}
      >
        <span className={styles.face} aria-hidden="true">
          {Array.from(name)[0]}
        </span>
        <span className={cx(styles.dot, session.online && styles.online)}>
          <span className={styles.hidden}>{session.online ? words.online : words.offline}</span>
        </span>
        <span className={styles.main}>
          <span className={styles.line}>
            <b className={styles.name}>{name}</b>
            {waits !== null ? (
              <Waiting since={waits} clock={clock} />
            ) : (
              <time className={styles.time} dateTime={session.updated_at}>
                {briefOf(last?.at ?? session.updated_at, Date.now())}
              </time>
            )}
          </span>
          <span className={styles.line}>
            <span className={styles.preview}>{previewOf(last)}</span>
            {unread > 0 && (
              <span className={styles.badge}>
                <span aria-hidden="true">{words.badge(unread)}</span>
                <span className={styles.hidden}>{words.unread(unread)}</span>
              </span>
            )}
          </span>
          <span className={styles.foot}>
            <span>
              {assignee === null ? words.nobody : assignee.staff_id === staffId ? words.mine : assignee.name}
            </span>
            {session.phone !== null && <span>{session.phone}</span>}
            {session.status !== "open" && <span>{words.statuses[session.status]}</span>}
          </span>
        </span>
      </button>
    </li>
  );
});

function previewOf(last: ChatSession["last_message"]): string {
  if (last === null) return words.none;
  return last.sender_type === "staff" ? `${words.you}：${last.preview}` : last.preview;
}
