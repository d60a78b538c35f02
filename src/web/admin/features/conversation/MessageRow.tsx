import { clsx } from "clsx";
import type { ReactNode } from "react";
import type { ChatMessage } from "#contract/chat/message.schema.ts";
import { formatYuan } from "#contract/money.ts";
import type { ChatNote } from "#contract/staff/chat/conversation.schema.ts";
import type { PendingMessage } from "#web/lib/chat/PendingMessage.ts";
import type { ChatImage, ChatOrder } from "#web/lib/chat/StoredMessage.ts";
import type { LoadImage } from "#web/lib/chat/useImage.ts";
import { DishImage } from "#web/ui/DishImage/DishImage.tsx";
import { StaffImage } from "../../ui/StaffImage/StaffImage.tsx";
import { consoleMessages } from "../console/consoleMessages.ts";
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
export function MessageRow({ row, doings }: { row: ConversationRow; doings: MessageActions }) {
  return (
    <li className={styles.item}>
      {row.time !== "" && <p className={styles.time}>{row.time}</p>}
      {row.kind === "note" && <Note note={row.note} />}
      {row.kind === "message" && <SentMessage message={row.message} name={row.name} doings={doings} />}
      {row.kind === "unsent" && <UnsentMessage unsent={row.unsent} doings={doings} />}
    </li>
  );
}

function Note({ note }: { note: ChatNote }) {
  return (
    <div className={styles.note}>
      <p className={styles.by}>{messages.thread.noteBy(note.author.name)}</p>
      <p className={styles.text}>{note.content}</p>
    </div>
  );
}

interface SentMessageProps {
  message: ChatMessage;
  name: string;
  doings: MessageActions;
}

function SentMessage({ message, name, doings }: SentMessageProps) {
  const { order } = message;
  if (message.type === "system" || message.sender_type === "system")
    return (
      <p className={styles.system}>
        {message.content}
        {order !== null && (
          <button type="button" onClick={() => doings.onOrder(order.order_id)}>
            {messages.thread.openOrder(order.order_no)}
          </button>
        )}
      </p>
    );
  const isOwn = message.sender_type === "staff";
  const preview = message.client_key === null ? null : doings.previewOf(message.client_key);
  return (
    <div className={clsx(styles.said, isOwn && styles.own)}>
      {name !== "" && <p className={styles.by}>{name}</p>}
      <Bubble
        text={message.type === "text" ? message.content : ""}
        image={message.image}
        previewUrl={preview}
        isOwn={isOwn}
        doings={doings}
      >
        {order !== null && (
          <OrderCard
            no={order.order_no}
            order={{
              id: order.order_id,
              storeName: order.restaurant_name,
              image: order.image,
              summary: order.summary,
              amountFen: order.total_amount,
              statusText: order.status_text,
            }}
            onOpen={doings.onOrder}
          />
        )}
      </Bubble>
      {isOwn && (
        <p className={styles.state}>
          {message.read_at === null ? messages.thread.unread : messages.thread.read}
        </p>
      )}
    </div>
  );
}

function UnsentMessage({ unsent, doings }: { unsent: PendingMessage; doings: MessageActions }) {
  const { idempotencyKey: key, order, state, error: problem } = unsent;
  const isPicture = unsent.type === "image" && state === "sending";
  return (
    <div className={clsx(styles.said, styles.own)}>
      <Bubble
        text={unsent.text}
        image={unsent.image}
        previewUrl={doings.previewOf(key)}
        isOwn
        doings={doings}
      >
        {order !== null && <OrderCard no="" order={order} onOpen={doings.onOrder} />}
      </Bubble>
      {state === "sending" ? (
        <p className={styles.state} role="status">
          {messages.states.sending}
          {isPicture && ` ${messages.states.progress(Math.floor(unsent.progress * 100))}`}
        </p>
      ) : (
        <p className={styles.failed} role="alert">
          {problem === "" ? messages.outbox.failed : problem}
          {state === "failed" && (
            <button type="button" onClick={() => doings.onResend(key)}>
              {messages.states.resend}
            </button>
          )}
          <button type="button" onClick={() => doings.onDiscard(key)}>
            {messages.states.discard}
          </button>
        </p>
      )}
    </div>
  );
}

interface BubbleProps {
  text: string;
  image: ChatImage | null;
  previewUrl: string | null;
  isOwn: boolean;
  doings: MessageActions;
  children: ReactNode;
}

function Bubble({ text, image, previewUrl, isOwn, doings, children }: BubbleProps) {
  const hasPicture = image !== null || previewUrl !== null;
  return (
    <>
      {text !== "" && <p className={clsx(styles.bubble, styles.text)}>{text}</p>}
      {hasPicture && (
        <StaffImage
          url={image?.url ?? null}
          previewUrl={previewUrl}
          name={isOwn ? messages.picture.staff : messages.picture.customer}
          size={scaleToFit(image)}
          load={doings.load}
        />
      )}
      {children}
    </>
  );
}

interface OrderCardProps {
  order: ChatOrder;
  no: string;
  onOpen: (orderId: string) => void;
}

function OrderCard({ order, no, onOpen }: OrderCardProps) {
  return (
    <button type="button" className={styles.order} onClick={() => onOpen(order.id)}>
      <DishImage src={order.image} alt="" size={48} />
      <span className={styles.orderText}>
        <b>{order.storeName}</b>
        <span>
          {order.summary} · {formatYuan(order.amountFen)}
        </span>
        <span className={styles.orderState}>
          {order.statusText} {no}
        </span>
      </span>
    </button>
  );
}

/** Scales an image to fit the conversation; the size is reserved before it loads. */
function scaleToFit(image: ChatImage | null): { width: number; height: number } {
  if (image === null || image.width <= 0 || image.height <= 0) return { width: maxSidePx, height: maxSidePx };
  const scale = Math.min(1, maxSidePx / Math.max(image.width, image.height));
  return { width: Math.max(64, image.width * scale), height: Math.max(64, image.height * scale) };
}
