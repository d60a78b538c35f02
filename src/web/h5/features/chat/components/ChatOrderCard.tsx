import type { ChatOrder } from "#web/lib/chat/StoredMessage.ts";
import { AppLink } from "#web/ui/AppLink.tsx";
import { DishImage } from "#web/ui/DishImage/DishImage.tsx";
import { Price } from "#web/ui/Price/Price.tsx";
import styles from "./ChatOrderCard.module.css";

/** Order card in the conversation; links to the order's page. */
export function ChatOrderCard({ order }: { order: ChatOrder }) {
  return (
    <AppLink className={styles.card} to={`/order/${encodeURIComponent(order.id)}`}>
      <ChatOrderSummary order={order} />
    </AppLink>
  );
}

/** Order summary: restaurant, dishes, amount and status. */
export function ChatOrderSummary({ order }: { order: ChatOrder }) {
  return (
    <>
      <span className={styles.head}>
        <span className={styles.store}>{order.storeName}</span>
        <span className={styles.state}>{order.statusText}</span>
      </span>
      <span className={styles.body}>
        <DishImage src={order.image} alt="" size={44} />
        <span className={styles.dishes} data-preview>
          {order.summary}
        </span>
        <Price fen={order.amountFen} size="small" />
      </span>
    </>
  );
}
