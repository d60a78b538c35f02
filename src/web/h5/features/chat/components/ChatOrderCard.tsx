import type { ChatOrder } from "#web/lib/chat/StoredMessage.ts";
import { AppLink } from "#web/ui/AppLink.tsx";
import { DishImage } from "#web/ui/DishImage/DishImage.tsx";
import { Price } from "#web/ui/Price/Price.tsx";
import styles from "./ChatOrderCard.module.css";

/** An order in the conversation; it leads to the order's own page. */
export function ChatOrderCard({ order }: { order: ChatOrder }) {
  return (
    <AppLink className={styles.card} to={`/order/${encodeURIComponent(order.id)}`}>
      <ChatOrderSummary order={order} />
    </AppLink>
  );
}

/** What an order is: store, dishes, amount and state. */
export function ChatOrderSummary({ order }: { order: ChatOrder }) {
  return (
    <>
      <span className={styles.head}>
        <span className={styles.store}>{order.storeName}</span>
        <span className={styles.state}>{order.statusText}</span>
      </span>
      <span className={styles.body}>
        <DishImage src={order.image} alt="" size={44} />
        <span className={styles.dishes}>{order.summary}</span>
        <Price fen={order.amountFen} size="small" />
      </span>
    </>
  );
}
