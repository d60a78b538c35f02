import { observer } from "mobx-react-lite";
import { useCallback, useRef, useState } from "react";
import { isAborted } from "#web/shared/api/ApiError.ts";
import { fetchFile } from "#web/shared/api/fetchFile.ts";
import type { LoadPicture } from "#web/shared/chat/usePicture.ts";
import { useThreadScroll } from "#web/shared/chat/useThreadScroll.ts";
import { logFailure } from "#web/shared/log.ts";
import { Icon } from "#web/shared/ui/Icon.tsx";
import { chatMessages } from "../chatMessages.ts";
import { ChatBubble } from "../features/chat/ChatBubble.tsx";
import type { ChatItem } from "../features/chat/ChatItem.ts";
import { chatRows } from "../features/chat/chatRows.ts";
import type { ChatStore } from "../stores/ChatStore.ts";
import { useStores } from "../useStores.ts";
import styles from "./CustomerServicePage.module.css";

const words = chatMessages;
/** A conversation shorter than this shows its beginning anyway, and nobody has to be told. */
const longFrom = 30;

/** The messages, the newest in view; what lies above comes when it is scrolled to. */
export const CustomerServicePageThread = observer(function CustomerServicePageThread({
  chat,
}: {
  chat: ChatStore;
}) {
  const box = useRef<HTMLDivElement>(null);
  const load = useLoadPicture();
  const { items } = chat;
  const last = items[items.length - 1];
  const shown = { firstKey: items[0]?.key ?? "", lastKey: last?.key ?? "", isLastOwn: last?.side === "own" };
  const loadOlder = useCallback(() => {
    if (chat.older.status !== "failed") fetchOlder(chat);
  }, [chat]);
  const { isAway, toEnd } = useThreadScroll(box, shown, loadOlder);
  const lastReadKey = lastRead(items);
  return (
    <>
      <div ref={box} className={styles.box} role="log" aria-label={words.thread} tabIndex={-1}>
        <ul className={styles.list}>
          <Older chat={chat} />
          {chatRows(items, Date.now()).map((row) => (
            <ChatBubble
              key={row.item.key}
              row={row}
              isLastRead={row.item.key === lastReadKey}
              load={load}
              onResend={chat.outbox.resend}
              onDiscard={chat.outbox.discard}
            />
          ))}
        </ul>
      </div>
      {isAway && <ToNewest last={last} onPress={toEnd} />}
    </>
  );
});

/** What stands above the oldest known message. */
const Older = observer(function Older({ chat }: { chat: ChatStore }) {
  if (chat.older.status === "failed") {
    return (
      <li>
        <button type="button" className={styles.older} onClick={() => fetchOlder(chat)}>
          {words.olderFailed}
        </button>
      </li>
    );
  }
  if (chat.hasOlder) return <li className={styles.older}>{words.olderLoading}</li>;
  return chat.thread.messages.length >= longFrom ? <li className={styles.older}>{words.oldest}</li> : null;
});

/** The way back to the end, which says so when something new has come there. */
function ToNewest({ last, onPress }: { last: ChatItem | undefined; onPress: () => void }) {
  const [seenKey] = useState(last?.key);
  const hasNews = last !== undefined && last.key !== seenKey && last.side !== "own";
  return (
    <button type="button" className={styles.newest} aria-label={words.toNewest} onClick={onPress}>
      {hasNews && <span role="status">{words.newMessages}</span>}
      <Icon name="down" size={20} />
    </button>
  );
}

/** Pictures need the customer's token, which an address cannot carry. */
function useLoadPicture(): LoadPicture {
  const { api } = useStores();
  return useCallback(
    (url, signal) => api.withToken("customer", (token) => fetchFile(url, token, signal)),
    [api],
  );
}

function lastRead(items: readonly ChatItem[]): string {
  return items.reduce((key, item) => (item.side === "own" && item.state === "read" ? item.key : key), "");
}

function fetchOlder(chat: ChatStore): void {
  chat.loadOlder().catch((error: unknown) => {
    if (!isAborted(error)) logFailure("loading older messages failed", error);
  });
}
