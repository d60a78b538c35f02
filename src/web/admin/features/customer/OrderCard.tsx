import { Typography } from "antd";
import { formatYuan } from "#contract/money.ts";
import type { ChatOrder } from "#web/lib/chat/StoredMessage.ts";
import { DishImage } from "#web/ui/DishImage/DishImage.tsx";
import styles from "./OrderCard.module.css";

interface OrderCardProps {
  order: ChatOrder;
  /** Last line, in small print. */
  note: string;
  onOpen: (orderId: string) => void;
}

/** Order in a message and in the customer's list; a press opens it. */
export function OrderCard({ order, note, onOpen }: OrderCardProps) {
  return (
    <button type="button" className={styles.order} onClick={() => onOpen(order.id)}>
      <DishImage src={order.image} alt="" size={44} />
      <span className={styles.text}>
        <span className={styles.line}>
          <Typography.Text strong ellipsis>
            {order.storeName}
          </Typography.Text>
          <Typography.Text type="danger">{order.statusText}</Typography.Text>
        </span>
        <span className={styles.line}>
          <Typography.Text ellipsis>{order.summary}</Typography.Text>
          <b>{formatYuan(order.amountFen)}</b>
        </span>
        <small>{note}</small>
      </span>
    </button>
  );
}
