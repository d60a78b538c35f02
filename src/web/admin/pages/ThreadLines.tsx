import { observer } from "mobx-react-lite";
import { useCallback, useEffect, useMemo, useRef } from "react";
import { messageOf } from "#web/shared/api/ApiError.ts";
import { fetchFile } from "#web/shared/api/fetchFile.ts";
import { useThreadScroll } from "#web/shared/chat/useThreadScroll.ts";
import { Button } from "#web/shared/ui/Button.tsx";
import { FailedState } from "#web/shared/ui/FailedState.tsx";
import { Skeleton } from "#web/shared/ui/Skeleton.tsx";
import { useAdminStore, useAdminStores } from "../AdminStores.ts";
import { consoleMessages } from "../consoleMessages.ts";
import { type ThreadDoings, ThreadLine } from "../features/thread/ThreadLine.tsx";
import { threadRows } from "../features/thread/threadRows.ts";
import type { Conversation } from "../stores/Conversation.ts";
import { deskStore } from "../stores/DeskStore.ts";
import { quietly } from "../stores/quietly.ts";
import styles from "./ThreadLines.module.css";
import { useChosen } from "./useChosen.ts";

const words = consoleMessages.thread;

/** What was said, upwards without end; the newest stays in view while one is there. */
export const ThreadLines = observer(function ThreadLines({ conversation }: { conversation: Conversation }) {
  const desk = useAdminStore(deskStore);
  const box = useRef<HTMLDivElement>(null);
  const doings = useDoings(conversation);
  const { thread, outbox, hasOlder, opening } = conversation;
  const rows = threadRows(
    { messages: thread.messages, unsent: outbox.unsent, notes: desk.customer.notes.items, hasOlder },
    Date.now(),
  );
  const last = rows[rows.length - 1];
  const isLastOwn = last !== undefined && (last.kind !== "message" || last.message.sender_type === "staff");
  const loadOlder = useCallback(() => {
    if (conversation.older.status !== "failed")
      void quietly("loading older messages failed", conversation.loadOlder());
  }, [conversation]);
  const shown = { firstKey: rows[0]?.key ?? "", lastKey: last?.key ?? "", isLastOwn };
  const { isAway, toEnd } = useThreadScroll(box, shown, loadOlder);
  useSeen(thread.lastId, isAway);
  const isKnown = opening.value !== undefined;
  return (
    <div className={styles.place}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be within reach of the keys */}
      <div ref={box} className={styles.box} tabIndex={0} role="log" aria-label={words.label}>
        <ol className={styles.lines}>
          {!isKnown && opening.status !== "failed" && (
            <li>
              <Skeleton rows={4} shape="line" />
            </li>
          )}
          {isKnown && (
            <li className={styles.edge}>
              <Edge conversation={conversation} />
            </li>
          )}
          {rows.map((row) => (
            <ThreadLine key={row.key} row={row} doings={doings} />
          ))}
        </ol>
        {!isKnown && opening.status === "failed" && (
          <FailedState
            text={messageOf(opening.error, words.failed)}
            onRetry={() => void quietly("loading a thread failed", conversation.open())}
          />
        )}
      </div>
      {isAway && (
        <button type="button" className={styles.toEnd} onClick={toEnd}>
          {words.toNewest}
        </button>
      )}
    </div>
  );
});

/** What stands above the oldest known message. */
const Edge = observer(function Edge({ conversation }: { conversation: Conversation }) {
  if (conversation.older.status === "failed") {
    return (
      <Button
        look="ghost"
        size="small"
        onPress={() => void quietly("loading older messages failed", conversation.loadOlder())}
      >
        {words.olderFailed}
      </Button>
    );
  }
  if (conversation.hasOlder) return words.older;
  return conversation.thread.messages.length === 0 ? words.empty : words.oldest;
});

function useDoings(conversation: Conversation): ThreadDoings {
  const desk = useAdminStore(deskStore);
  const { api } = useAdminStores();
  const { choose } = useChosen();
  return useMemo(
    () => ({
      load: (url, signal) => api.withToken("staff", (token) => fetchFile(url, token, signal)),
      previewOf: (key) => conversation.outbox.previewOf(key),
      onOrder: (orderId) => {
        choose(conversation.userId, orderId);
        desk.showTab("orders");
      },
      onResend: conversation.outbox.resend,
      onDiscard: conversation.outbox.discard,
    }),
    [desk, api, conversation, choose],
  );
}

/** What is in view of somebody who looks has been read. */
function useSeen(lastId: number, isAway: boolean): void {
  const desk = useAdminStore(deskStore);
  useEffect(() => {
    if (lastId === 0) return;
    const see = () => {
      if (!isAway && document.visibilityState === "visible" && document.hasFocus()) void desk.markRead();
    };
    see();
    window.addEventListener("focus", see);
    document.addEventListener("visibilitychange", see);
    return () => {
      window.removeEventListener("focus", see);
      document.removeEventListener("visibilitychange", see);
    };
  }, [desk, lastId, isAway]);
}
