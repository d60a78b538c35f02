import { observer } from "mobx-react-lite";
import { useCallback, useRef, useState } from "react";
import { Divider } from "react-vant/es/divider/index.js";
import { fetchFile } from "#web/lib/api/fetchFile.ts";
import "react-vant/es/divider/style/index.css";
import { isAbortError } from "#web/lib/api/ApiError.ts";
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
/** A shorter conversation shows its beginning anyway, so it needs no notice. */
const startNoticeMinCount = 30;

/** Message list, the newest in view; older messages load on scrolling up. */
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

/** Status above the oldest known message. */
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
    <li>
      <Divider className={styles.oldest ?? ""}>{messages.oldest}</Divider>
    </li>
  ) : null;
});

/** Button back to the newest message; announces new messages there. */
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

/** Returns an image loader: images need the customer's token, which a URL cannot carry. */
function useLoadImage(): LoadImage {
  const { api } = useStores();
  return useCallback((url, signal) => fetchFile(api, { principal: "customer", url, signal }), [api]);
}

function findLastReadKey(items: readonly ChatItem[]): string {
  return items.reduce((key, item) => (item.side === "own" && item.state === "read" ? item.key : key), "");
}

function fetchOlder(chat: ChatStore): void {
  chat.loadOlder().catch((error: unknown) => {
    if (!isAbortError(error)) logError("loading older messages failed", error);
  });
}
