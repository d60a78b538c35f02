import { observer } from "mobx-react-lite";
import { useEffect, useState } from "react";
import { flushSync } from "react-dom";
import type { SessionFilter, SessionStatus } from "#contract/chat-admin/words.ts";
import type { Staff } from "#contract/service-auth/schema.ts";
import { messageOf } from "#web/shared/api/ApiError.ts";
import { EmptyState } from "#web/shared/ui/EmptyState.tsx";
import { FailedState } from "#web/shared/ui/FailedState.tsx";
import { SearchBox } from "#web/shared/ui/SearchBox.tsx";
import { Segments } from "#web/shared/ui/Segments.tsx";
import { Skeleton } from "#web/shared/ui/Skeleton.tsx";
import { useAdminStore } from "../AdminStores.ts";
import { consoleMessages } from "../consoleMessages.ts";
import { QueueRow } from "../features/queue/QueueRow.tsx";
import { deskStore } from "../stores/DeskStore.ts";
import { quietly } from "../stores/quietly.ts";
import styles from "./ConsolePageSessions.module.css";
import { MoreRows } from "./MoreRows.tsx";
import { useChosen } from "./useChosen.ts";
import { useQueueKeys } from "./useQueueKeys.ts";

const words = consoleMessages.queue;
const typingMs = 300;
const statuses = ["", "open", "pending", "resolved"] as const;

/** The queue with its filters; arrows walk through it. */
export const ConsolePageSessions = observer(function ConsolePageSessions({ me }: { me: Staff }) {
  const { queue } = useAdminStore(deskStore);
  return (
    <>
      <div className={styles.filters}>
        <KeywordBox />
        {queue.keyword === "" ? (
          <div className={styles.line}>
            <Segments<SessionFilter>
              label={words.filterLabel}
              names={words.filters}
              chosen={queue.filter}
              onChoose={(filter) => {
                queue.look({ filter });
                void quietly("loading the queue failed", queue.reload());
              }}
            />
            <StatusChoice />
          </div>
        ) : (
          <p className={styles.everywhere}>{words.everywhere}</p>
        )}
      </div>
      <Rows me={me} />
    </>
  );
});

const StatusChoice = observer(function StatusChoice() {
  const { queue } = useAdminStore(deskStore);
  return (
    <select
      className={styles.status}
      aria-label={words.statusLabel}
      value={queue.status}
      onChange={({ target }) => {
        queue.look({ status: target.value as SessionStatus | "" });
        void quietly("loading the queue failed", queue.reload());
      }}
    >
      {statuses.map((status) => (
        <option key={status} value={status}>
          {status === "" ? words.anyStatus : words.statuses[status]}
        </option>
      ))}
    </select>
  );
});

/** What is typed is searched for when the typing rests. */
const KeywordBox = observer(function KeywordBox() {
  const { queue } = useAdminStore(deskStore);
  const [typed, setTyped] = useState(queue.keyword);
  useEffect(() => {
    const keyword = typed.trim();
    if (keyword === queue.keyword) return;
    const timer = setTimeout(() => {
      queue.look({ keyword });
      void quietly("searching the queue failed", queue.reload());
    }, typingMs);
    return () => clearTimeout(timer);
  }, [queue, typed]);
  return <SearchBox label={words.search} value={typed} onChange={setTyped} />;
});

const Rows = observer(function Rows({ me }: { me: Staff }) {
  const desk = useAdminStore(deskStore);
  const { queue, clock } = desk;
  const { userId, choose } = useChosen();
  useQueueKeys();
  const open = (id: string) => {
    // Render and focus the field before the next key event: a key pressed in between would be lost.
    flushSync(() => desk.choose(id));
    choose(id);
    focusReply();
  };
  const { status, error } = queue.pages.pages;
  if (!queue.pages.isKnown) {
    const retry = () => void quietly("loading the queue failed", queue.reload());
    return status === "failed" ? (
      <FailedState text={messageOf(error, words.failed)} onRetry={retry} />
    ) : (
      <Skeleton rows={6} className={styles.skeleton} />
    );
  }
  if (queue.rows.length === 0 && !queue.pages.hasMore)
    return <EmptyState drawing="soon" text={queue.keyword === "" ? words.empty : words.emptySearch} />;
  return (
    <ul className={styles.rows} aria-label={words.label}>
      {queue.rows.map((session) => (
        <QueueRow
          key={session.user_id}
          session={session}
          staffId={me.staff_id}
          isChosen={session.user_id === userId}
          clock={clock}
          onChoose={open}
        />
      ))}
      <MoreRows list={queue.pages} />
    </ul>
  );
});

/** One who takes up a thread mostly wants to write. */
function focusReply(): void {
  document.querySelector<HTMLElement>("[data-reply]")?.focus();
}
