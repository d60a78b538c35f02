import { observer } from "mobx-react-lite";
import { useEffect, useState } from "react";
import { flushSync } from "react-dom";
import type { Staff } from "#contract/staff/auth/schema.ts";
import type { ConversationFilter, ConversationStatus } from "#contract/staff/chat/enums.ts";
import { toErrorMessage } from "#web/lib/api/ApiError.ts";
import { EmptyState } from "#web/ui/EmptyState/EmptyState.tsx";
import { ErrorState } from "#web/ui/ErrorState.tsx";
import { SearchBox } from "#web/ui/SearchBox/SearchBox.tsx";
import { SegmentedControl } from "#web/ui/SegmentedControl/SegmentedControl.tsx";
import { Skeleton } from "#web/ui/Skeleton/Skeleton.tsx";
import { useAdminStore } from "../../app/AdminStores.ts";
import { LoadMoreRow } from "../../ui/LoadMoreRow/LoadMoreRow.tsx";
import { logErrors } from "../../ui/logErrors.ts";
import { consoleStore } from "../console/ConsoleStore.ts";
import { consoleMessages } from "../console/consoleMessages.ts";
import { useSelection } from "../console/useSelection.ts";
import styles from "./ConversationQueue.module.css";
import { QueueRow } from "./QueueRow.tsx";
import { useQueueKeyboard } from "./useQueueKeyboard.ts";

const messages = consoleMessages.queue;
const debounceMs = 300;
const statuses = ["", "open", "pending", "resolved"] as const;

/** Queue with its filters; the arrow keys move through it. */
export const ConversationQueue = observer(function ConversationQueue({ me }: { me: Staff }) {
  const { queue } = useAdminStore(consoleStore);
  return (
    <>
      <div className={styles.filters}>
        <KeywordBox />
        {queue.keyword === "" ? (
          <div className={styles.line}>
            <SegmentedControl<ConversationFilter>
              label={messages.filterLabel}
              labels={messages.filters}
              value={queue.filter}
              onChange={(filter) => {
                queue.setView({ filter });
                void logErrors("loading the queue failed", queue.reload());
              }}
            />
            <StatusChoice />
          </div>
        ) : (
          <p className={styles.everywhere}>{messages.everywhere}</p>
        )}
      </div>
      <Rows me={me} />
    </>
  );
});

const StatusChoice = observer(function StatusChoice() {
  const { queue } = useAdminStore(consoleStore);
  return (
    <select
      className={styles.status}
      aria-label={messages.statusLabel}
      value={queue.status}
      onChange={({ target }) => {
        queue.setView({ status: target.value as ConversationStatus | "" });
        void logErrors("loading the queue failed", queue.reload());
      }}
    >
      {statuses.map((status) => (
        <option key={status} value={status}>
          {status === "" ? messages.anyStatus : messages.statuses[status]}
        </option>
      ))}
    </select>
  );
});

/** Searches once typing pauses. */
const KeywordBox = observer(function KeywordBox() {
  const { queue } = useAdminStore(consoleStore);
  const [typed, setTyped] = useState(queue.keyword);
  useEffect(() => {
    const keyword = typed.trim();
    if (keyword === queue.keyword) return;
    const timer = setTimeout(() => {
      queue.setView({ keyword });
      void logErrors("searching the queue failed", queue.reload());
    }, debounceMs);
    return () => clearTimeout(timer);
  }, [queue, typed]);
  return <SearchBox label={messages.search} value={typed} onChange={setTyped} />;
});

const Rows = observer(function Rows({ me }: { me: Staff }) {
  const store = useAdminStore(consoleStore);
  const { queue, clock } = store;
  const { userId, choose } = useSelection();
  useQueueKeyboard();
  const open = (id: string) => {
    // Renders and focuses the field before the next key event: a key pressed in between would be lost.
    flushSync(() => store.selectCustomer(id));
    choose(id);
    focusReply();
  };
  const { status, error } = queue.list.pages;
  if (!queue.list.hasLoaded) {
    const retry = () => void logErrors("loading the queue failed", queue.reload());
    return status === "failed" ? (
      <ErrorState text={toErrorMessage(error, messages.failed)} onRetry={retry} />
    ) : (
      <Skeleton rows={6} className={styles.skeleton} />
    );
  }
  if (queue.rows.length === 0 && !queue.list.hasMore)
    return (
      <EmptyState illustration="soon" text={queue.keyword === "" ? messages.empty : messages.emptySearch} />
    );
  return (
    <ul className={styles.rows} aria-label={messages.label}>
      {queue.rows.map((session) => (
        <QueueRow
          key={session.user_id}
          session={session}
          staffId={me.staff_id}
          isSelected={session.user_id === userId}
          clock={clock}
          onSelect={open}
        />
      ))}
      <LoadMoreRow list={queue.list} />
    </ul>
  );
});

/** Focuses the field, because staff who open a conversation mostly want to write. */
function focusReply(): void {
  document.querySelector<HTMLElement>("[data-reply]")?.focus();
}
