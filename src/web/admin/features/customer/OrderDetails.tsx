import { Card, Descriptions, Typography } from "antd";
import type { ReactNode } from "react";
import { formatDishName } from "#contract/menu/dish-name.ts";
import { formatYuan } from "#contract/money.ts";
import type { OrderDetail } from "#contract/order/schema.ts";
import { formatDateTime, formatTimeOfDay } from "#web/lib/time/formatTime.ts";
import { useHasPassed } from "#web/lib/time/useHasPassed.ts";
import { soldoutMessages } from "../soldout/soldoutMessages.ts";
import { customerMessages } from "./customerMessages.ts";
import { formatStatuses } from "./orderQuote.ts";

const messages = customerMessages.orders;

interface Row {
  key?: string;
  name: ReactNode;
  value: ReactNode;
}

/** Order in full: dishes, amounts, fulfilment, history, and refunds. */
export function OrderDetails({ order }: { order: OrderDetail }) {
  const history = [...order.timeline].reverse().map(({ at, status, text, reason }) => ({
    key: `${at}${status}`,
    name: <Name text={text} note={reason ?? ""} />,
    value: <time dateTime={at}>{formatDateTime(at)}</time>,
  }));
  const refunds = order.refunds.map(({ refund_no, status, items, reason, money, points }) => ({
    key: refund_no,
    name: (
      <Name text={messages.refundStates[status]} note={[...items.map(formatPortions), reason].join(" · ")} />
    ),
    value: <b>{messages.givenBack(formatYuan(money), points)}</b>,
  }));
  return (
    <article aria-label={order.order_no} style={{ width: "100%" }}>
      <Card
        size="small"
        title={order.restaurant.storename}
        extra={<Typography.Text type="danger">{formatStatuses(order)}</Typography.Text>}
      >
        <Section title={messages.dishes} rows={order.lines.map(toDishRow)} />
        <Section title={messages.amounts} rows={listAmounts(order)} />
        <Facts order={order} />
        <Section title={messages.timeline} rows={history} />
        {isArchived(order) && <Typography.Text type="secondary">{messages.archived}</Typography.Text>}
        {refunds.length > 0 && <Section title={messages.refunds} rows={refunds} />}
      </Card>
    </article>
  );
}

/** Returns whether the history of an order, which begins when it is placed, lies in a file. */
function isArchived({ timeline, created_at }: OrderDetail): boolean {
  return timeline[0]?.at !== created_at;
}

/** Part of the order as lines of a name and a value; lines without a value are left out. */
function Section({ title, rows }: { title: string; rows: readonly Row[] }) {
  const items = rows
    .filter(({ value }) => Boolean(value))
    .map(({ key, name, value }) => ({ key: key ?? String(name), label: name, children: value }));
  const end = { justifyContent: "end", textAlign: "end" } as const;
  return (
    <Descriptions
      size="small"
      column={1}
      colon={false}
      title={<h3>{title}</h3>}
      items={items}
      // A heading belongs to the rows below it.
      style={{ marginTop: 16 }}
      styles={{ header: { marginBottom: 4 }, content: end }}
    />
  );
}

function Name({ text, note, isWarning = false }: { text: string; note: string; isWarning?: boolean }) {
  return (
    <>
      {text} <small>{isWarning ? <Typography.Text type="danger">{note}</Typography.Text> : note}</small>
    </>
  );
}

function toDishRow(line: OrderDetail["lines"][number]): Row {
  const awaited = line.unavailable_quantity - line.refunded_quantity;
  const notes = [
    line.refunded_quantity > 0 ? messages.refundedOf(line.refunded_quantity) : "",
    awaited > 0 ? soldoutMessages.awaiting(awaited) : "",
  ];
  return {
    key: line.id,
    name: (
      <Name
        text={formatDishName(line.name, line.spec_name)}
        note={notes.filter(Boolean).join(" ")}
        isWarning
      />
    ),
    value: `×${line.quantity} ${formatYuan(line.amount)}`,
  };
}

/** Formats the refunded portions of a dish: `拿铁（大杯）×1`. */
function formatPortions(item: OrderDetail["refunds"][number]["items"][number]): string {
  return `${formatDishName(item.name, item.spec_name)}×${item.quantity}`;
}

/** Lists the amounts of an order; those of nothing are left out, but for the sums. */
function listAmounts(order: OrderDetail): Row[] {
  const toRow = (name: string, fen: number, isShown = fen !== 0) => ({
    name,
    value: isShown && (fen < 0 ? `−${formatYuan(-fen)}` : formatYuan(fen)),
  });
  return [
    toRow(messages.goods, order.goods_amount, true),
    toRow(messages.delivery, order.delivery_fee),
    toRow(messages.packing, order.packing_fee),
    toRow(messages.pointsPaid, -order.points_amount),
    toRow(messages.total, order.pay_amount, true),
    toRow(messages.paid, order.paid_amount),
    toRow(messages.refunded, order.refunded_amount),
  ];
}

function Facts({ order }: { order: OrderDetail }) {
  const { address, estimated_at: estimated } = order;
  const hasPassed = useHasPassed(estimated === null ? null : Date.parse(estimated));
  const isLate = order.is_late || hasPassed;
  const hasPoints = order.points_used + order.points_earned > 0;
  const rows: Row[] = [
    { name: messages.no, value: order.order_no },
    { name: messages.created, value: formatDateTime(order.created_at) },
    { name: messages.booked, value: order.booking_time },
    { name: messages.estimated, value: isLate ? messages.late : estimated && formatTimeOfDay(estimated) },
    { name: messages.method, value: paymentText(order) },
    { name: messages.pickup, value: order.pickup_code },
    { name: messages.table, value: order.table_no },
    {
      name: messages.address,
      value: address && `${address.recipient} ${address.phone} ${address.address}${address.house_number}`,
    },
    { name: messages.phone, value: address === null ? order.contact_phone : null },
    { name: messages.remark, value: order.remark },
    { name: soldoutMessages.policyLabel, value: soldoutMessages.policies[order.soldout_policy] },
    {
      name: customerMessages.points,
      value: hasPoints && messages.points(order.points_used, order.points_earned),
    },
  ];
  return <Section title={messages.info} rows={rows} />;
}

/** Names how an order was paid. */
function paymentText({ payment_method: method, by_voucher: isByVoucher }: OrderDetail): string {
  if (method === null) return messages.unpaid;
  return isByVoucher ? messages.byVoucher : messages.methods[method];
}
