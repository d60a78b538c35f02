import type { ReactNode } from "react";
import type { Message } from "#contract/chat/message.schema.ts";
import type { ChatNote } from "#contract/chat-admin/session.schema.ts";
import { formatYuan } from "#contract/money.ts";
import type { Unsent } from "#web/shared/chat/ChatOutbox.ts";
import type { ChatImage, ChatOrder } from "#web/shared/chat/KeptMessage.ts";
import type { LoadPicture } from "#web/shared/chat/usePicture.ts";
import { cx } from "#web/shared/ui/cx.ts";
import { Picture } from "#web/shared/ui/Picture.tsx";
import { consoleMessages } from "../../consoleMessages.ts";
import { StaffPicture } from "../../ui/StaffPicture.tsx";
import styles from "./ThreadLine.module.css";
import type { ThreadRow } from "./threadRows.ts";

const words = consoleMessages;
const longestPx = 220;

/** What a line of the thread can be asked to do. */
export interface ThreadDoings {
  load: LoadPicture;
  previewOf(key: string): string | null;
  onOrder(orderId: string): void;
  onResend(key: string): void;
  onDiscard(key: string): void;
}

/** One line of the thread: what was said, a note between colleagues, or what happened. */
export function ThreadLine({ row, doings }: { row: ThreadRow; doings: ThreadDoings }) {
  return (
    <li className={styles.item}>
      {row.time !== "" && <p className={styles.time}>{row.time}</p>}
      {row.kind === "note" && <Note note={row.note} />}
      {row.kind === "message" && <Said message={row.message} name={row.name} doings={doings} />}
      {row.kind === "unsent" && <UnderWay unsent={row.unsent} doings={doings} />}
    </li>
  );
}

function Note({ note }: { note: ChatNote }) {
  return (
    <div className={styles.note}>
      <p className={styles.by}>{words.thread.noteBy(note.author.name)}</p>
      <p className={styles.text}>{note.content}</p>
    </div>
  );
}

interface SaidProps {
  message: Message;
  name: string;
  doings: ThreadDoings;
}

function Said({ message, name, doings }: SaidProps) {
  const { order } = message;
  if (message.type === "system" || message.sender_type === "system")
    return (
      <p className={styles.system}>
        {message.content}
        {order !== null && (
          <button type="button" onClick={() => doings.onOrder(order.order_id)}>
            {words.thread.openOrder(order.order_no)}
          </button>
        )}
      </p>
    );
  const isOwn = message.sender_type === "staff";
  const preview = message.client_key === null ? null : doings.previewOf(message.client_key);
  return (
    <div className={cx(styles.said, isOwn && styles.own)}>
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
        <p className={styles.state}>{message.read_at === null ? words.thread.unread : words.thread.read}</p>
      )}
    </div>
  );
}

function UnderWay({ unsent, doings }: { unsent: Unsent; doings: ThreadDoings }) {
  const { key, order, state, problem } = unsent;
  const isPicture = unsent.type === "image" && state === "sending";
  return (
    <div className={cx(styles.said, styles.own)}>
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
          {words.states.sending}
          {isPicture && ` ${words.states.progress(Math.floor(unsent.share * 100))}`}
        </p>
      ) : (
        <p className={styles.failed} role="alert">
          {problem === "" ? words.outbox.failed : problem}
          {state === "failed" && (
            <button type="button" onClick={() => doings.onResend(key)}>
              {words.states.resend}
            </button>
          )}
          <button type="button" onClick={() => doings.onDiscard(key)}>
            {words.states.discard}
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
  doings: ThreadDoings;
  children: ReactNode;
}

function Bubble({ text, image, previewUrl, isOwn, doings, children }: BubbleProps) {
  const hasPicture = image !== null || previewUrl !== null;
  return (
    <>
      {text !== "" && <p className={cx(styles.bubble, styles.text)}>{text}</p>}
      {hasPicture && (
        <StaffPicture
          url={image?.url ?? null}
          previewUrl={previewUrl}
          name={isOwn ? words.picture.staff : words.picture.customer}
          size={sizeOf(image)}
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
      <Picture src={order.image} alt="" size={48} />
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

/** As large as fits the thread; the place is kept free before the picture is there. */
function sizeOf(image: ChatImage | null): { width: number; height: number } {
  if (image === null || image.width <= 0 || image.height <= 0) return { width: longestPx, height: longestPx };
  const scale = Math.min(1, longestPx / Math.max(image.width, image.height));
  return { width: Math.max(64, image.width * scale), height: Math.max(64, image.height * scale) };
}
