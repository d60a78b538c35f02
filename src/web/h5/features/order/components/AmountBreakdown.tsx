import { Cell } from "react-vant/es/cell/index.js";
import "react-vant/es/cell/style/index.css";
import { Divider } from "react-vant/es/divider/index.js";
import "react-vant/es/divider/style/index.css";
import { formatYuan } from "#contract/money.ts";
import { Price } from "#web/ui/Price/Price.tsx";
import { orderMessages } from "../messages.ts";
import styles from "./AmountBreakdown.module.css";

const messages = orderMessages.amounts;

interface Amounts {
  readonly goods_amount: number;
  readonly original_amount: number;
  /** Null until the address is known. */
  readonly delivery_fee: number | null;
  /** Missing in quotes and orders of an earlier version, and of other hosts. */
  readonly packing_fee?: number;
  readonly points_amount: number;
  readonly pay_amount: number;
}

interface AmountBreakdownProps {
  /** Null: not known yet, the lines keep their space. */
  amounts: Amounts | null;
  /** True for delivery. */
  hasDelivery?: boolean;
}

/** Breakdown of an order's amount. */
export function AmountBreakdown({ amounts, hasDelivery = true }: AmountBreakdownProps) {
  const savedFen = amounts === null ? 0 : amounts.original_amount - amounts.goods_amount;
  return (
    <>
      <Divider className={styles.divider ?? ""} />
      <AmountLine label={messages.goods} fen={amounts?.goods_amount ?? null} />
      {hasDelivery && (
        <AmountLine label={messages.delivery} fen={amounts?.delivery_fee ?? null} zero={messages.free} />
      )}
      {amounts?.packing_fee !== undefined && amounts.packing_fee > 0 && (
        <AmountLine label={messages.packing} fen={amounts.packing_fee} />
      )}
      {amounts !== null && amounts.points_amount > 0 && (
        <AmountLine label={messages.points} fen={-amounts.points_amount} />
      )}
      <Cell
        className={styles.total ?? ""}
        valueClass={styles.sum ?? ""}
        title={savedFen > 0 ? `${messages.discount} ${formatYuan(savedFen)}` : ""}
      >
        {messages.total}
        {amounts === null ? "—" : <Price fen={amounts.pay_amount} />}
      </Cell>
    </>
  );
}

function AmountLine({ label, fen, zero }: { label: string; fen: number | null; zero?: string }) {
  return (
    <Cell
      className={styles.line ?? ""}
      border={false}
      title={label}
      value={fen === null ? "—" : formatAmount(fen, zero)}
    />
  );
}

function formatAmount(fen: number, zero: string | undefined): string {
  if (fen === 0 && zero !== undefined) return zero;
  return fen < 0 ? `-${formatYuan(-fen)}` : formatYuan(fen);
}
