import { createPortal } from "react-dom";
import { formatDishName } from "#contract/menu/dish-name.ts";
import type { BoardOrder } from "#contract/order/board.schema.ts";
import { maskPhone } from "#contract/phone.ts";
import { brandName } from "#web/lib/brandName.ts";
import { formatTimestamp } from "#web/lib/time/formatTime.ts";
import { soldoutMessages } from "../soldout/soldoutMessages.ts";
import { boardMessages } from "./boardMessages.ts";
import { toOrderCode } from "./boardOrder.ts";
import styles from "./OrderTicket.module.css";

const messages = boardMessages.ticket;

interface OrderTicketProps {
  order: BoardOrder;
  restaurantName: string;
}

/**
 * Ticket of an order for a printer with paper of 80 mm: for the kitchen, and for the bag. It is seen on paper only.
 * The phone number is masked, because strangers read what is on a bag.
 */
export function OrderTicket({ order, restaurantName }: OrderTicketProps) {
  return createPortal(
    <section className={styles.ticket} aria-label={messages.title(toOrderCode(order))}>
      <p className={styles.brand}>{brandName()}</p>
      <p className={styles.center}>{restaurantName}</p>
      <p className={styles.code}>{toOrderCode(order)}</p>
      <p className={styles.center}>
        {boardMessages.types[order.order_type]}
        {" · "}
        {order.booking_time === null ? messages.soon : boardMessages.booked(order.booking_time)}
        {order.table_no !== null && ` · ${boardMessages.table(order.table_no)}`}
      </p>
      <ul className={styles.items}>
        {order.items.map((item) => {
          const left = item.quantity - item.refunded_quantity;
          return (
            left > 0 && (
              <li key={item.id}>
                <span>{formatDishName(item.name, item.spec_name)}</span>
                <b>×{left}</b>
              </li>
            )
          );
        })}
      </ul>
      {order.remark !== "" && <p className={styles.remark}>{boardMessages.remark(order.remark)}</p>}
      <p>{soldoutMessages.policy(soldoutMessages.policies[order.soldout_policy])}</p>
      <p>{boardMessages.tableware(order.tableware_count)}</p>
      <TicketContact contact={order.contact} />
      <p className={styles.foot}>
        {messages.orderNo(order.order_no)}
        {order.paid_at !== null && <br />}
        {order.paid_at !== null && messages.paidAt(formatTimestamp(order.paid_at))}
      </p>
    </section>,
    document.body,
  );
}

function TicketContact({ contact: { name, phone, address } }: Pick<BoardOrder, "contact">) {
  const person = [name, phone === null ? null : maskPhone(phone)].filter(Boolean).join(" ");
  if (person === "" && address === null) return null;
  return (
    <p className={styles.contact}>
      {address}
      {address !== null && <br />}
      {person}
    </p>
  );
}
