import type { OrderDetail } from "#contract/order/schema.ts";
import { formatFullDateTime, formatLocalTime } from "#web/lib/time/formatTime.ts";
import { Button } from "#web/ui/Button/Button.tsx";
import { Card, CardRow } from "#web/ui/Card/Card.tsx";
import { orderMessages } from "../messages.ts";

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
          <p>
            {address.recipient} {address.phone}
          </p>
        </Card>
      )}
      <Card title={messages.info}>
        <CardRow label={messages.orderNo}>
          <span style={{ display: "flex", alignItems: "center", justifyContent: "flex-end" }}>
            {order.order_no}
            <Button variant="ghost" size="small" onPress={() => onCopy(order.order_no)}>
              {messages.copy}
            </Button>
          </span>
        </CardRow>
        {listInfo(order).map(
          ([label, value]) =>
            value !== null && (
              <CardRow key={label} label={label}>
                {value}
              </CardRow>
            ),
        )}
      </Card>
    </>
  );
}

/** Lists the facts of an order by their labels; null for one that it does not have. */
function listInfo(order: OrderDetail): (readonly [label: string, value: string | null])[] {
  const { paid_at: paidAt, booking_time: bookedAt, payment_method: method, order_type: type } = order;
  // A host without such a policy sends none.
  const policy: OrderDetail["soldout_policy"] | undefined = order.soldout_policy;
  const { label: policyLabel, names: policyNames } = orderMessages.soldoutPolicy;
  const points = (count: number) => (count > 0 ? messages.pointsOf(count) : null);
  return [
    [messages.createdAt, formatFullDateTime(order.created_at)],
    [messages.paidAt, paidAt && formatFullDateTime(paidAt)],
    [messages.type, type === "takeaway" ? null : orderMessages.history.types[type]],
    [messages.bookedAt, bookedAt && formatLocalTime(bookedAt)],
    [messages.tableNo, order.table_no],
    [messages.contactPhone, order.address === null ? order.contact_phone : null],
    [messages.payBy, method && (order.by_voucher ? messages.byVoucher : messages.payMethods[method])],
    [messages.pointsUsed, points(order.points_used)],
    [messages.pointsEarned, points(order.points_earned)],
    [messages.remark, order.remark || messages.noRemark],
    [messages.tableware, messages.tablewareCount(order.tableware_count)],
    [policyLabel, policy === undefined ? null : policyNames[policy]],
  ];
}

/** Removes duplicates: municipalities come as "上海市 上海市 徐汇区". */
function addressText(address: string, houseNumber: string): string {
  const parts = `${address} ${houseNumber}`.split(" ").filter(Boolean);
  return parts.filter((part, index) => part !== parts[index - 1]).join(" ");
}
