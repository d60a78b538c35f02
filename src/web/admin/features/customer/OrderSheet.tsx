import type { ReactNode } from "react";
import { formatDishName } from "#contract/menu/dish-name.ts";
import { formatYuan } from "#contract/money.ts";
import type { OrderDetail } from "#contract/order/schema.ts";
import { useHasPassed } from "#web/shared/useHasPassed.ts";
import { customerMessages } from "../../customerMessages.ts";
import { clockOf, momentOf } from "../../formatTime.ts";
import { soldoutMessages } from "../../soldoutMessages.ts";
import styles from "./OrderSheet.module.css";
import { formatStatuses } from "./quotedOf.ts";

const words = customerMessages.orders;

/** An order in full: dishes, amounts, how it is made and brought, what happened, and what went back. */
export function OrderSheet({ order }: { order: OrderDetail }) {
  return (
    <article className={styles.sheet} aria-label={order.order_no}>
      <header className={styles.head}>
        <b>{order.restaurant.storename}</b>
        <span className={styles.status}>{formatStatuses(order)}</span>
      </header>
      <Dishes order={order} />
      <Amounts order={order} />
      <Facts order={order} />
      <Part title={words.timeline}>
        <ol className={styles.lines}>
          {[...order.timeline].reverse().map((entry) => (
            <li key={`${entry.at}${entry.status}`}>
              <span>
                {entry.text}
                {entry.reason !== null && <small className={styles.quiet}> {entry.reason}</small>}
              </span>
              <time dateTime={entry.at}>{momentOf(entry.at)}</time>
            </li>
          ))}
        </ol>
      </Part>
      {order.refunds.length > 0 && (
        <Part title={words.refunds}>
          <ul className={styles.lines}>
            {order.refunds.map((refund) => (
              <li key={refund.refund_no}>
                <span>
                  {words.refundStates[refund.status]}
                  <small className={styles.quiet}>
                    {" "}
                    {[...refund.items.map(portionText), refund.reason].join(" · ")}
                  </small>
                </span>
                <b>{words.givenBack(formatYuan(refund.money), refund.points)}</b>
              </li>
            ))}
          </ul>
        </Part>
      )}
    </article>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className={styles.part}>
      <h3 className={styles.title}>{title}</h3>
      {children}
    </section>
  );
}

function Dishes({ order }: { order: OrderDetail }) {
  return (
    <Part title={words.dishes}>
      <ul className={styles.lines}>
        {order.lines.map((line) => (
          <li key={line.id}>
            <span>
              {formatDishName(line.name, line.spec_name)}
              {line.refunded_quantity > 0 && (
                <small className={styles.given}> {words.refundedOf(line.refunded_quantity)}</small>
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
    </Part>
  );
}

/** Portions of a dish that were given back: `拿铁 大杯×1`. */
function portionText(item: OrderDetail["refunds"][number]["items"][number]): string {
  return `${formatDishName(item.name, item.spec_name)}×${item.quantity}`;
}

function Amounts({ order }: { order: OrderDetail }) {
  const rows = [
    [words.goods, order.goods_amount],
    [words.delivery, order.delivery_fee],
    [words.pointsPaid, -order.points_amount],
    [words.total, order.pay_amount],
    [words.paid, order.paid_amount],
    [words.refunded, order.refunded_amount],
  ] as const;
  const always: readonly string[] = [words.goods, words.total];
  return (
    <Part title={words.amounts}>
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
    </Part>
  );
}

function Facts({ order }: { order: OrderDetail }) {
  const { address } = order;
  const hasPassed = useHasPassed(order.estimated_at === null ? null : Date.parse(order.estimated_at));
  const isLate = order.is_late || hasPassed;
  const estimate = order.estimated_at === null ? null : clockOf(order.estimated_at);
  const method = order.payment_method === null ? words.unpaid : words.methods[order.payment_method];
  const facts: [string, string | null | undefined][] = [
    [words.no, order.order_no],
    [words.created, momentOf(order.created_at)],
    [words.booked, order.booking_time],
    [words.estimated, isLate ? words.late : estimate],
    [words.method, method ?? order.payment_method],
    [words.pickup, order.pickup_code],
    [words.table, order.table_no],
    [
      words.address,
      address && `${address.recipient} ${address.phone} ${address.address}${address.house_number}`,
    ],
    [words.phone, address === null ? order.contact_phone : null],
    [words.remark, order.remark],
    [soldoutMessages.policyLabel, soldoutMessages.policies[order.soldout_policy]],
    [
      customerMessages.points,
      order.points_used + order.points_earned > 0
        ? words.points(order.points_used, order.points_earned)
        : null,
    ],
  ];
  return (
    <Part title={words.info}>
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
    </Part>
  );
}
