import { observer } from "mobx-react-lite";
import { useCallback, useEffect, useMemo, useRef } from "react";
import { toErrorMessage } from "#web/lib/api/ApiError.ts";
import { useMessageListScroll } from "#web/lib/chat/useMessageListScroll.ts";
import { Button } from "#web/ui/Button/Button.tsx";
import { ErrorState } from "#web/ui/ErrorState.tsx";
import { Skeleton } from "#web/ui/Skeleton/Skeleton.tsx";
import { useAdminStore, useAdminStores } from "../../app/AdminStores.ts";
import { logErrors } from "../../ui/logErrors.ts";
import { consoleStore } from "../console/ConsoleStore.ts";
import { consoleMessages } from "../console/consoleMessages.ts";
import { useSelection } from "../console/useSelection.ts";
import type { Conversation } from "./Conversation.ts";
import { buildConversationRows } from "./conversationRows.ts";
import styles from "./MessageHistory.module.css";
import { type MessageActions, MessageRow } from "./MessageRow.tsx";

const messages = consoleMessages.thread;

/**
 * Message history with infinite upward scroll; the newest message stays in view while the list is at its end.
 */
export const MessageHistory = observer(function MessageHistory({
  conversation,
}: {
  conversation: Conversation;
}) {
  const store = useAdminStore(consoleStore);
  const containerRef = useRef<HTMLDivElement>(null);
  const actions = useMessageActions(conversation);
  const { messageList, outbox, hasOlder, newest } = conversation;
  const rows = buildConversationRows(
    { messages: messageList.messages, unsent: outbox.pending, notes: store.customer.notes.items, hasOlder },
    Date.now(),
  );
  const last = rows[rows.length - 1];
  const isLastOwn = last !== undefined && (last.kind !== "message" || last.message.sender_type === "staff");
  const loadOlder = useCallback(() => {
    if (conversation.older.status !== "failed")
      void logErrors("loading older messages failed", conversation.loadOlder());
  }, [conversation]);
  const visibleRows = { firstKey: rows[0]?.key ?? "", lastKey: last?.key ?? "", isLastOwn };
  const { isScrolledUp, scrollToEnd } = useMessageListScroll(containerRef, visibleRows, loadOlder);
  useMarkRead(messageList.lastId, isScrolledUp);
  const hasLoaded = newest.value !== undefined;
  return (
    <div className={styles.place}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable area must be reachable by keyboard */}
      <div ref={containerRef} className={styles.box} tabIndex={0} role="log" aria-label={messages.label}>
        <ol className={styles.lines}>
          {!hasLoaded && newest.status !== "failed" && (
            <li>
              <Skeleton rows={4} shape="line" />
            </li>
          )}
          {hasLoaded && (
            <li className={styles.edge}>
              <HistoryStart conversation={conversation} />
            </li>
          )}
          {rows.map((row) => (
            <MessageRow key={row.key} row={row} doings={actions} />
          ))}
        </ol>
        {!hasLoaded && newest.status === "failed" && (
          <ErrorState
            text={toErrorMessage(newest.error, messages.failed)}
            onRetry={() => void logErrors("loading a thread failed", conversation.loadNewest())}
          />
        )}
      </div>
      {isScrolledUp && (
        <button type="button" className={styles.toEnd} onClick={scrollToEnd}>
          {messages.toNewest}
        </button>
      )}
    </div>
  );
});

/** Element above the oldest loaded message. */
const HistoryStart = observer(function HistoryStart({ conversation }: { conversation: Conversation }) {
  if (conversation.older.status === "failed") {
    return (
      <Button
        variant="ghost"
        size="small"
        onPress={() => void logErrors("loading older messages failed", conversation.loadOlder())}
      >
        {messages.olderFailed}
      </Button>
    );
  }
  if (conversation.hasOlder) return messages.older;
  return conversation.messageList.messages.length === 0 ? messages.empty : messages.oldest;
});

function useMessageActions(conversation: Conversation): MessageActions {
  const store = useAdminStore(consoleStore);
  const { api } = useAdminStores();
  const { choose } = useSelection();
  return useMemo(
    () => ({
      load: (url, signal) => api.fetchFile("staff", url, signal),
      previewOf: (key) => conversation.outbox.findPreviewUrl(key),
      onOrder: (orderId) => {
        choose(conversation.userId, orderId);
        store.showTab("orders");
      },
      onResend: conversation.outbox.resend,
      onDiscard: conversation.outbox.discard,
    }),
    [store, api, conversation, choose],
  );
}

/** Marks the messages in view as read while the page is visible. */
function useMarkRead(lastId: number, isScrolledUp: boolean): void {
  const store = useAdminStore(consoleStore);
  useEffect(() => {
    if (lastId === 0) return;
    const markReadIfVisible = () => {
      if (!isScrolledUp && document.visibilityState === "visible" && document.hasFocus())
        void store.markRead();
    };
    markReadIfVisible();
    window.addEventListener("focus", markReadIfVisible);
    document.addEventListener("visibilitychange", markReadIfVisible);
    return () => {
      window.removeEventListener("focus", markReadIfVisible);
      document.removeEventListener("visibilitychange", markReadIfVisible);
    };
  }, [store, lastId, isScrolledUp]);
}
