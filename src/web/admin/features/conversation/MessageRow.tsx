import { Button, Typography } from "antd";
import { clsx } from "clsx";
import type { ReactNode } from "react";
import type { ChatMessage } from "#contract/chat/message.schema.ts";
import type { PendingMessage } from "#web/lib/chat/PendingMessage.ts";
import type { ChatImage, ChatOrder } from "#web/lib/chat/StoredMessage.ts";
import { toChatOrder } from "#web/lib/chat/toChatOrder.ts";
import type { LoadImage } from "#web/lib/chat/useImage.ts";
import { StaffImage } from "../../ui/StaffImage/StaffImage.tsx";
import { consoleMessages } from "../console/consoleMessages.ts";
import { NoteCard } from "../customer/NoteCard.tsx";
import { OrderCard } from "../customer/OrderCard.tsx";
import type { ConversationRow } from "./conversationRows.ts";
import styles from "./MessageRow.module.css";

const messages = consoleMessages;
const maxSidePx = 220;

/** Actions of a row of the conversation. */
export interface MessageActions {
  load: LoadImage;
  previewOf(key: string): string | null;
  onOrder(orderId: string): void;
  onResend(key: string): void;
  onDiscard(key: string): void;
}

/** Row of the conversation: a message, a note between colleagues, or an event. */
export function MessageRow({ row, actions }: { row: ConversationRow; actions: MessageActions }) {
  return (
    <li className={styles.item}>
      {row.time !== "" && <small className={styles.system}>{row.time}</small>}
      {row.kind === "note" && (
        <NoteCard by={messages.thread.noteBy(row.note.author.name)} text={row.note.content} />
      )}
      {row.kind === "message" && <SentMessage message={row.message} name={row.name} actions={actions} />}
      {row.kind === "unsent" && <UnsentMessage unsent={row.unsent} actions={actions} />}
    </li>
  );
}

interface SentMessageProps {
  message: ChatMessage;
  name: string;
  actions: MessageActions;
}

function SentMessage({ message, name, actions }: SentMessageProps) {
  const { order } = message;
  if (message.type === "system" || message.sender_type === "system")
    return (
      <small className={styles.system}>
        {message.content}
        {order !== null && (
          <Button type="link" size="small" onClick={() => actions.onOrder(order.order_id)}>
            {messages.thread.openOrder(order.order_no)}
          </Button>
        )}
      </small>
    );
  const isOwn = message.sender_type === "staff";
  return (
    <Speech
      isOwn={isOwn}
      name={name}
      text={message.type === "text" ? message.content : ""}
      image={message.image}
      previewUrl={message.client_key === null ? null : actions.previewOf(message.client_key)}
      order={order && toChatOrder(order)}
      orderNo={order?.order_no ?? ""}
      actions={actions}
    >
      {isOwn && <small>{message.read_at === null ? messages.thread.unread : messages.thread.read}</small>}
    </Speech>
  );
}

function UnsentMessage({ unsent, actions }: { unsent: PendingMessage; actions: MessageActions }) {
  const { idempotencyKey: key, state, error } = unsent;
  const percent = messages.states.progress(Math.floor(unsent.progress * 100));
  return (
    <Speech {...unsent} isOwn previewUrl={actions.previewOf(key)} actions={actions}>
      {state === "sending" ? (
        <small role="status">
          {messages.states.sending} {unsent.type === "image" && percent}
        </small>
      ) : (
        <Typography.Text type="danger" role="alert">
          {error === "" ? messages.outbox.failed : error}
          {state === "failed" && (
            <Button type="link" size="small" onClick={() => actions.onResend(key)}>
              {messages.states.resend}
            </Button>
          )}
          <Button type="link" size="small" onClick={() => actions.onDiscard(key)}>
            {messages.states.discard}
          </Button>
        </Typography.Text>
      )}
    </Speech>
  );
}

interface SpeechProps {
  isOwn: boolean;
  /** Name of the sender; empty if it is not repeated. */
  name?: string;
  text: string;
  image: ChatImage | null;
  previewUrl: string | null;
  order: ChatOrder | null;
  orderNo?: string;
  actions: MessageActions;
  /** State below the message. */
  children: ReactNode;
}

function Speech(props: SpeechProps) {
  const { isOwn, name = "", text, image, previewUrl, order, orderNo = "", actions, children } = props;
  return (
    <div className={clsx(styles.speech, isOwn && styles.own)}>
      {name !== "" && <small>{name}</small>}
      {text !== "" && <p className={styles.bubble}>{text}</p>}
      {(image !== null || previewUrl !== null) && (
        <StaffImage
          url={image?.url ?? null}
          previewUrl={previewUrl}
          name={isOwn ? messages.picture.staff : messages.picture.customer}
          size={scaleToFit(image)}
          load={actions.load}
        />
      )}
      {order !== null && <OrderCard order={order} note={orderNo} onOpen={actions.onOrder} />}
      {children}
    </div>
  );
}

/** Scales an image to fit the conversation; the size is reserved before it loads. */
function scaleToFit(image: ChatImage | null): { width: number; height: number } {
  if (image === null || image.width <= 0 || image.height <= 0) return { width: maxSidePx, height: maxSidePx };
  const scale = Math.min(1, maxSidePx / Math.max(image.width, image.height));
  return { width: Math.max(64, image.width * scale), height: Math.max(64, image.height * scale) };
}
