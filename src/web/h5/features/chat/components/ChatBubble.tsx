import { clsx } from "clsx";
import { Loading } from "react-vant/es/loading/index.js";
import "react-vant/es/loading/style/index.css";
import type { LoadImage } from "#web/lib/chat/useImage.ts";
import { Button } from "#web/ui/Button/Button.tsx";
import type { ChatItem } from "../ChatItem.ts";
import { chatMessages } from "../messages.ts";
import type { ChatRow } from "../toChatRows.ts";
import styles from "./ChatBubble.module.css";
import { ChatImageView } from "./ChatImageView.tsx";
import { ChatOrderCard } from "./ChatOrderCard.tsx";

const messages = chatMessages.states;

interface ChatBubbleProps {
  row: ChatRow;
  /** True for the newest message read by staff, which shows the read mark. */
  isLastRead: boolean;
  load: LoadImage;
  onResend: (key: string) => void;
  onDiscard: (key: string) => void;
}

/**
 * One message: the customer's on the right, staff's on the left with their name, system messages in the
 * middle.
 */
export function ChatBubble({ row, isLastRead, load, onResend, onDiscard }: ChatBubbleProps) {
  const { item, time, isTurn } = row;
  const isSystem = item.side === "system" || item.type === "system";
  const isOwn = item.side === "own";
  return (
    <li className={clsx(styles.row, isTurn && styles.turn)}>
      {time !== "" && <p className={styles.time}>{time}</p>}
      {isSystem ? (
        <p className={styles.system}>{item.text}</p>
      ) : (
        <div className={isOwn ? styles.own : styles.staff}>
          {isOwn ? (
            <span className={styles.hidden}>{chatMessages.you}</span>
          ) : (
            isTurn && <span className={styles.name}>{item.name || chatMessages.staff}</span>
          )}
          <Message item={item} load={load} />
          {isOwn && (
            <DeliveryStatus item={item} isLastRead={isLastRead} onResend={onResend} onDiscard={onDiscard} />
          )}
        </div>
      )}
    </li>
  );
}

function Message({ item, load }: { item: ChatItem; load: LoadImage }) {
  if (item.type === "order" && item.order !== null) return <ChatOrderCard order={item.order} />;
  if (item.type !== "image") return <p className={styles.bubble}>{item.text}</p>;
  // The delivery status shows it.
  if (item.state === "unreadable") return null;
  return (
    <ChatImageView
      image={item.image}
      previewUrl={item.previewUrl}
      name={item.side === "own" ? chatMessages.picture.own : chatMessages.picture.staff}
      progress={item.state === "sending" ? item.progress : null}
      load={load}
    />
  );
}

/** Delivery status of the customer's message. */
function DeliveryStatus({
  item,
  isLastRead,
  onResend,
  onDiscard,
}: { item: ChatItem } & Omit<ChatBubbleProps, "row" | "load">) {
  const { key, state, problem, type } = item;
  if (state === "sending") {
    return type === "image" ? null : (
      <span className={styles.fate} role="status">
        <Loading size="12px" color="currentColor" />
        {messages.sending}
      </span>
    );
  }
  if (state === "sent" || state === "read") {
    return isLastRead ? <span className={styles.fate}>{messages.read}</span> : null;
  }
  return (
    <div className={styles.failed} role="alert">
      <span className={styles.problem}>{problem || messages.failed}</span>
      <span>
        <Button variant="ghost" size="small" onPress={() => onDiscard(key)}>
          {messages.discard}
        </Button>
        {state === "failed" && (
          <Button variant="ghost" size="small" onPress={() => onResend(key)}>
            {messages.resend}
          </Button>
        )}
      </span>
    </div>
  );
}
