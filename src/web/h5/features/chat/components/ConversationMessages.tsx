import { observer } from "mobx-react-lite";
import { useCallback, useRef, useState } from "react";
import { isAbortError } from "#web/lib/api/ApiError.ts";
import { fetchFile } from "#web/lib/api/fetchFile.ts";
import type { LoadImage } from "#web/lib/chat/useImage.ts";
import { useMessageListScroll } from "#web/lib/chat/useMessageListScroll.ts";
import { logError } from "#web/lib/logError.ts";
import { Icon } from "#web/ui/Icon.tsx";
import { useStores } from "../../../app/useStores.ts";
import type { ChatItem } from "../ChatItem.ts";
import type { ChatStore } from "../ChatStore.ts";
import styles from "../CustomerServicePage.module.css";
import { chatMessages } from "../messages.ts";
import { toChatRows } from "../toChatRows.ts";
import { ChatBubble } from "./ChatBubble.tsx";

const messages = chatMessages;
/** A conversation shorter than this shows its beginning anyway, and nobody has to be told. */
const startNoticeMinCount = 30;

/** The messages, the newest in view; what lies above comes when it is scrolled to. */
export const ConversationMessages = observer(function ConversationMessages({ chat }: { chat: ChatStore }) {
  const scrollBox = useRef<HTMLDivElement>(null);
  const loadImage = useLoadImage();
  const { items } = chat;
  const last = items[items.length - 1];
  const scrollKeys = {
    firstKey: items[0]?.key ?? "",
    lastKey: last?.key ?? "",
    isLastOwn: last?.side === "own",
  };
  const loadOlder = useCallback(() => {
    if (chat.older.status !== "failed") fetchOlder(chat);
  }, [chat]);
  const { isScrolledUp: isAway, scrollToEnd: toEnd } = useMessageListScroll(scrollBox, scrollKeys, loadOlder);
  const lastReadKey = findLastReadKey(items);
  return (
    <>
      <div ref={scrollBox} className={styles.box} role="log" aria-label={messages.history} tabIndex={-1}>
        <ul className={styles.list}>
          <OlderMessages chat={chat} />
          {toChatRows(items, Date.now()).map((row) => (
            <ChatBubble
              key={row.item.key}
              row={row}
              isLastRead={row.item.key === lastReadKey}
              load={loadImage}
              onResend={chat.outbox.resend}
              onDiscard={chat.outbox.discard}
            />
          ))}
        </ul>
      </div>
      {isAway && <ScrollToNewest last={last} onPress={toEnd} />}
    </>
  );
});

/** What stands above the oldest known message. */
const OlderMessages = observer(function OlderMessages({ chat }: { chat: ChatStore }) {
  if (chat.older.status === "failed") {
    return (
      <li>
        <button type="button" className={styles.older} onClick={() => fetchOlder(chat)}>
          {messages.olderFailed}
        </button>
      </li>
    );
  }
  if (chat.hasOlder) return <li className={styles.older}>{messages.olderLoading}</li>;
  return chat.messageList.messages.length >= startNoticeMinCount ? (
    <li className={styles.older}>{messages.oldest}</li>
  ) : null;
});

/** The way back to the end, which says so when something new has come there. */
function ScrollToNewest({ last, onPress }: { last: ChatItem | undefined; onPress: () => void }) {
  const [seenKey] = useState(last?.key);
  const hasNewMessages = last !== undefined && last.key !== seenKey && last.side !== "own";
  return (
    <button type="button" className={styles.newest} aria-label={messages.toNewest} onClick={onPress}>
      {hasNewMessages && <span role="status">{messages.newMessages}</span>}
      <Icon name="down" size={20} />
    </button>
  );
}

/** Pictures need the customer's token, which an address cannot carry. */
function useLoadImage(): LoadImage {
  const { api } = useStores();
  return useCallback(
    (url, signal) => api.withToken("customer", (token) => fetchFile(url, token, signal)),
    [api],
  );
}

function findLastReadKey(items: readonly ChatItem[]): string {
  return items.reduce((key, item) => (item.side === "own" && item.state === "read" ? item.key : key), "");
}

function fetchOlder(chat: ChatStore): void {
  chat.loadOlder().catch((error: unknown) => {
    if (!isAbortError(error)) logError("loading older messages failed", error);
  });
}
