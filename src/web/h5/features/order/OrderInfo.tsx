import type { OrderDetail } from "#contract/order/schema.ts";
import { Button } from "#web/shared/ui/Button.tsx";
import { formatFullMoment, formatWall } from "../../formatMoment.ts";
import { orderingMessages } from "../../orderingMessages.ts";
import { orderMessages } from "../../orderMessages.ts";
import { Card, CardRow } from "./Card.tsx";
import styles from "./OrderInfo.module.css";

const words = orderMessages.order;

interface OrderInfoProps {
  order: OrderDetail;
  onCopy: (text: string) => void;
}

/** Where it goes, and the facts of the order. */
export function OrderInfo({ order, onCopy }: OrderInfoProps) {
  const { address } = order;
  return (
    <>
      {address !== null && (
        <Card title={words.address}>
          <p>{addressText(address.address, address.house_number)}</p>
          <p className={styles.quiet}>
            {address.recipient} {address.phone}
          </p>
        </Card>
      )}
      <Card title={words.info}>
        <CardRow label={words.orderNo}>
          <span className={styles.number}>{order.order_no}</span>
          <Button look="ghost" size="small" onPress={() => onCopy(order.order_no)}>
            {words.copy}
          </Button>
        </CardRow>
        <CardRow label={words.createdAt}>{formatFullMoment(order.created_at)}</CardRow>
        {order.paid_at !== null && <CardRow label={words.paidAt}>{formatFullMoment(order.paid_at)}</CardRow>}
        {order.order_type !== "takeaway" && (
          <CardRow label={words.type}>{orderMessages.history.types[order.order_type]}</CardRow>
        )}
        {order.booking_time !== null && (
          <CardRow label={words.bookedAt}>{formatWall(order.booking_time)}</CardRow>
        )}
        {order.table_no !== null && <CardRow label={words.tableNo}>{order.table_no}</CardRow>}
        {order.contact_phone !== null && address === null && (
          <CardRow label={words.contactPhone}>{order.contact_phone}</CardRow>
        )}
        {order.payment_method !== null && (
          <CardRow label={words.payBy}>
            {words.payMethods[order.payment_method] ?? order.payment_method}
          </CardRow>
        )}
        {order.points_used > 0 && (
          <CardRow label={words.pointsUsed}>{words.pointsOf(order.points_used)}</CardRow>
        )}
        {order.points_earned > 0 && (
          <CardRow label={words.pointsEarned}>{words.pointsOf(order.points_earned)}</CardRow>
        )}
        <CardRow label={words.remark}>{order.remark || words.noRemark}</CardRow>
        <CardRow label={words.tableware}>{words.tablewareCount(order.tableware_count)}</CardRow>
        <SoldoutRow policy={order.soldout_policy} />
      </Card>
    </>
  );
}

/** What was chosen for dishes that are not available; a host that knows no such choice says nothing of it. */
function SoldoutRow({ policy }: { policy: OrderDetail["soldout_policy"] | undefined }) {
  const { label, names } = orderingMessages.confirm.soldout;
  return policy === undefined ? null : <CardRow label={label}>{names[policy]}</CardRow>;
}

/** Municipalities come as "上海市 上海市 徐汇区": once is enough. */
function addressText(address: string, houseNumber: string): string {
  const words = `${address} ${houseNumber}`.split(" ").filter(Boolean);
  return words.filter((word, index) => word !== words[index - 1]).join(" ");
}
