import type { OrderDetail } from "#contract/order/schema.ts";
import { formatFullDateTime, formatLocalTime } from "#web/lib/time/formatTime.ts";
import { Button } from "#web/ui/Button/Button.tsx";
import { Card, CardRow } from "#web/ui/Card/Card.tsx";
import { orderMessages } from "../messages.ts";
import styles from "./OrderInfo.module.css";

const messages = orderMessages.order;

interface OrderInfoProps {
  order: OrderDetail;
  onCopy: (text: string) => void;
}

/** Destination and facts of the order. */
export function OrderInfo({ order, onCopy }: OrderInfoProps) {
  const { address } = order;
  return (
    <>
      {address !== null && (
        <Card title={messages.address}>
          <p>{addressText(address.address, address.house_number)}</p>
          <p className={styles.quiet}>
            {address.recipient} {address.phone}
          </p>
        </Card>
      )}
      <Card title={messages.info}>
        <CardRow label={messages.orderNo}>
          <span className={styles.number}>{order.order_no}</span>
          <Button variant="ghost" size="small" onPress={() => onCopy(order.order_no)}>
            {messages.copy}
          </Button>
        </CardRow>
        <CardRow label={messages.createdAt}>{formatFullDateTime(order.created_at)}</CardRow>
        {order.paid_at !== null && (
          <CardRow label={messages.paidAt}>{formatFullDateTime(order.paid_at)}</CardRow>
        )}
        {order.order_type !== "takeaway" && (
          <CardRow label={messages.type}>{orderMessages.history.types[order.order_type]}</CardRow>
        )}
        {order.booking_time !== null && (
          <CardRow label={messages.bookedAt}>{formatLocalTime(order.booking_time)}</CardRow>
        )}
        {order.table_no !== null && <CardRow label={messages.tableNo}>{order.table_no}</CardRow>}
        {order.contact_phone !== null && address === null && (
          <CardRow label={messages.contactPhone}>{order.contact_phone}</CardRow>
        )}
        {order.payment_method !== null && (
          <CardRow label={messages.payBy}>
            {messages.payMethods[order.payment_method] ?? order.payment_method}
          </CardRow>
        )}
        {order.points_used > 0 && (
          <CardRow label={messages.pointsUsed}>{messages.pointsOf(order.points_used)}</CardRow>
        )}
        {order.points_earned > 0 && (
          <CardRow label={messages.pointsEarned}>{messages.pointsOf(order.points_earned)}</CardRow>
        )}
        <CardRow label={messages.remark}>{order.remark || messages.noRemark}</CardRow>
        <CardRow label={messages.tableware}>{messages.tablewareCount(order.tableware_count)}</CardRow>
        <SoldoutRow policy={order.soldout_policy} />
      </Card>
    </>
  );
}

/** Shows the policy for sold-out dishes; nothing on a host without one. */
function SoldoutRow({ policy }: { policy: OrderDetail["soldout_policy"] | undefined }) {
  const { label, names } = orderMessages.soldoutPolicy;
  return policy === undefined ? null : <CardRow label={label}>{names[policy]}</CardRow>;
}

/** Removes duplicates: municipalities come as "上海市 上海市 徐汇区". */
function addressText(address: string, houseNumber: string): string {
  const parts = `${address} ${houseNumber}`.split(" ").filter(Boolean);
  return parts.filter((part, index) => part !== parts[index - 1]).join(" ");
}
