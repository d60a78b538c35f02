import type { ReactNode } from "react";
import { formatDishName } from "#contract/menu/dish-name.ts";
import { formatYuan } from "#contract/money.ts";
import type { OrderDetail } from "#contract/order/schema.ts";
import { formatDateTime, formatTimeOfDay } from "#web/lib/time/formatTime.ts";
import { useHasPassed } from "#web/lib/time/useHasPassed.ts";
import { soldoutMessages } from "../soldout/soldoutMessages.ts";
import { customerMessages } from "./customerMessages.ts";
import styles from "./OrderDetails.module.css";
import { formatStatuses } from "./orderQuote.ts";

const messages = customerMessages.orders;

/** Order in full: dishes, amounts, fulfilment, history, and refunds. */
export function OrderDetails({ order }: { order: OrderDetail }) {
  return (
    <article className={styles.sheet} aria-label={order.order_no}>
      <header className={styles.head}>
        <b>{order.restaurant.storename}</b>
        <span className={styles.status}>{formatStatuses(order)}</span>
      </header>
      <Dishes order={order} />
      <Amounts order={order} />
      <Facts order={order} />
      <Section title={messages.timeline}>
        <ol className={styles.lines}>
          {[...order.timeline].reverse().map((entry) => (
            <li key={`${entry.at}${entry.status}`}>
              <span>
                {entry.text}
                {entry.reason !== null && <small className={styles.quiet}> {entry.reason}</small>}
              </span>
              <time dateTime={entry.at}>{formatDateTime(entry.at)}</time>
            </li>
          ))}
        </ol>
      </Section>
      {order.refunds.length > 0 && (
        <Section title={messages.refunds}>
          <ul className={styles.lines}>
            {order.refunds.map((refund) => (
              <li key={refund.refund_no}>
                <span>
                  {messages.refundStates[refund.status]}
                  <small className={styles.quiet}>
                    {" "}
                    {[...refund.items.map(portionText), refund.reason].join(" · ")}
                  </small>
                </span>
                <b>{messages.givenBack(formatYuan(refund.money), refund.points)}</b>
              </li>
            ))}
          </ul>
        </Section>
      )}
    </article>
  );
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className={styles.part}>
      <h3 className={styles.title}>{title}</h3>
      {children}
    </section>
  );
}

function Dishes({ order }: { order: OrderDetail }) {
  return (
    <Section title={messages.dishes}>
      <ul className={styles.lines}>
        {order.lines.map((line) => (
          <li key={line.id}>
            <span>
              {formatDishName(line.name, line.spec_name)}
              {line.refunded_quantity > 0 && (
                <small className={styles.given}> {messages.refundedOf(line.refunded_quantity)}</small>
              )}
              {line.unavailable_quantity > line.refunded_quantity && (
                <small className={styles.given}>
                  {" "}
                  {soldoutMessages.awaiting(line.unavailable_quantity - line.refunded_quantity)}
                </small>
              )}
            </span>
            <span>
              ×{line.quantity} {formatYuan(line.amount)}
            </span>
          </li>
        ))}
      </ul>
    </Section>
  );
}

/** Formats the refunded portions of a dish: `拿铁（大杯）×1`. */
function portionText(item: OrderDetail["refunds"][number]["items"][number]): string {
  return `${formatDishName(item.name, item.spec_name)}×${item.quantity}`;
}

function Amounts({ order }: { order: OrderDetail }) {
  const rows = [
    [messages.goods, order.goods_amount],
    [messages.delivery, order.delivery_fee],
    [messages.pointsPaid, -order.points_amount],
    [messages.total, order.pay_amount],
    [messages.paid, order.paid_amount],
    [messages.refunded, order.refunded_amount],
  ] as const;
  const always: readonly string[] = [messages.goods, messages.total];
  return (
    <Section title={messages.amounts}>
      <ul className={styles.lines}>
        {rows
          .filter(([name, fen]) => fen !== 0 || always.includes(name))
          .map(([name, fen]) => (
            <li key={name}>
              <span>{name}</span>
              <span>{fen < 0 ? `−${formatYuan(-fen)}` : formatYuan(fen)}</span>
            </li>
          ))}
      </ul>
    </Section>
  );
}

function Facts({ order }: { order: OrderDetail }) {
  const { address } = order;
  const hasPassed = useHasPassed(order.estimated_at === null ? null : Date.parse(order.estimated_at));
  const isLate = order.is_late || hasPassed;
  const estimate = order.estimated_at === null ? null : formatTimeOfDay(order.estimated_at);
  const method = order.payment_method === null ? messages.unpaid : messages.methods[order.payment_method];
  const facts: [string, string | null | undefined][] = [
    [messages.no, order.order_no],
    [messages.created, formatDateTime(order.created_at)],
    [messages.booked, order.booking_time],
    [messages.estimated, isLate ? messages.late : estimate],
    [messages.method, method ?? order.payment_method],
    [messages.pickup, order.pickup_code],
    [messages.table, order.table_no],
    [
      messages.address,
      address && `${address.recipient} ${address.phone} ${address.address}${address.house_number}`,
    ],
    [messages.phone, address === null ? order.contact_phone : null],
    [messages.remark, order.remark],
    [soldoutMessages.policyLabel, soldoutMessages.policies[order.soldout_policy]],
    [
      customerMessages.points,
      order.points_used + order.points_earned > 0
        ? messages.points(order.points_used, order.points_earned)
        : null,
    ],
  ];
  return (
    <Section title={messages.info}>
      <dl className={styles.facts}>
        {facts.map(([name, value]) =>
          value === null || value === undefined || value === "" ? null : (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ),
        )}
      </dl>
    </Section>
  );
}
