import { Button, Skeleton } from "antd";
import { observer } from "mobx-react-lite";
import { useCallback, useEffect, useMemo, useRef } from "react";
import { fetchFile } from "#web/lib/api/fetchFile.ts";
import { useMessageListScroll } from "#web/lib/chat/useMessageListScroll.ts";
import { useAdminStore, useAdminStores } from "../../app/AdminStores.ts";
import { logErrors } from "../../ui/logErrors.ts";
import { consoleStore } from "../console/ConsoleStore.ts";
import { consoleMessages } from "../console/consoleMessages.ts";
import { LoadFailure } from "../console/LoadFailure.tsx";
import { useSelection } from "../console/useSelection.ts";
import type { Conversation } from "./Conversation.ts";
import styles from "./ConversationPanel.module.css";
import { buildConversationRows } from "./conversationRows.ts";
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
    <div className={styles.history}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable area must be reachable by keyboard */}
      <div ref={containerRef} className={styles.log} tabIndex={0} role="log" aria-label={messages.label}>
        <ol>
          <li className={styles.start}>
            {hasLoaded && <HistoryStart conversation={conversation} />}
            {!hasLoaded && newest.status !== "failed" && <Skeleton paragraph={{ rows: 4 }} />}
          </li>
          {rows.map((row) => (
            <MessageRow key={row.key} row={row} actions={actions} />
          ))}
        </ol>
        {!hasLoaded && newest.status === "failed" && (
          <LoadFailure
            error={newest.error}
            fallback={messages.failed}
            onRetry={() => void logErrors("loading a thread failed", conversation.loadNewest())}
          />
        )}
      </div>
      {isScrolledUp && (
        <Button shape="round" className={styles.toEnd ?? ""} onClick={scrollToEnd}>
          {messages.toNewest}
        </Button>
      )}
    </div>
  );
});

/** Element above the oldest loaded message. */
const HistoryStart = observer(function HistoryStart({ conversation }: { conversation: Conversation }) {
  if (conversation.older.status === "failed") {
    return (
      <Button
        type="link"
        onClick={() => void logErrors("loading older messages failed", conversation.loadOlder())}
      >
        {messages.olderFailed}
      </Button>
    );
  }
  if (conversation.hasOlder) return <small>{messages.older}</small>;
  return <small>{conversation.messageList.messages.length === 0 ? messages.empty : messages.oldest}</small>;
});

function useMessageActions(conversation: Conversation): MessageActions {
  const store = useAdminStore(consoleStore);
  const { api } = useAdminStores();
  const { choose } = useSelection();
  return useMemo(
    () => ({
      load: (url, signal) => fetchFile(api, { principal: "staff", url, signal }),
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
