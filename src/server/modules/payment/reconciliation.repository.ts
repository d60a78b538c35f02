import { and, eq, gte, inArray, lt } from "drizzle-orm";
import type { QueryRunner } from "../../platform/database/Database.ts";
import { onlineChannels, paymentAttempts, refunds } from "../../schema/payments.ts";

/** A payment or refund in the ledger of this app. */
export interface LedgerEntry {
  kind: "payment" | "refund";
  number: string;
  amountFen: number;
  state: string;
}

const isOnline = inArray(paymentAttempts.channel, onlineChannels);
const attemptColumns = {
  number: paymentAttempts.outTradeNo,
  amountFen: paymentAttempts.amountFen,
  state: paymentAttempts.state,
};
const refundColumns = { number: refunds.refundNo, amountFen: refunds.moneyFen, state: refunds.state };

/** Lists ledger entries by their numbers, in any state. */
export async function listByNumbers(
  queries: QueryRunner,
  kind: LedgerEntry["kind"],
  numbers: string[],
): Promise<LedgerEntry[]> {
  const rows =
    kind === "payment"
      ? await queries
          .select(attemptColumns)
          .from(paymentAttempts)
          .where(inArray(paymentAttempts.outTradeNo, numbers))
      : await queries.select(refundColumns).from(refunds).where(inArray(refunds.refundNo, numbers));
  return rows.map((row) => ({ kind, ...row }));
}

/** Lists payments settled since `from` and before `to`. */
export async function listPaidAttempts(queries: QueryRunner, from: Date, to: Date): Promise<LedgerEntry[]> {
  const isInRange = and(gte(paymentAttempts.succeededAt, from), lt(paymentAttempts.succeededAt, to));
  const rows = await queries
    .select(attemptColumns)
    .from(paymentAttempts)
    .where(and(isInRange, isOnline, eq(paymentAttempts.state, "success")));
  return rows.map((row) => ({ kind: "payment", ...row }));
}

/** Lists refunds created since `from` and before `to` that the provider is known to have accepted. */
export async function listSentRefunds(queries: QueryRunner, from: Date, to: Date): Promise<LedgerEntry[]> {
  const rows = await queries
    .select(refundColumns)
    .from(refunds)
    .innerJoin(paymentAttempts, eq(paymentAttempts.id, refunds.attemptId))
    .where(
      and(
        gte(refunds.createdAt, from),
        lt(refunds.createdAt, to),
        inArray(refunds.state, ["processing", "success"]),
        isOnline,
      ),
    );
  return rows.map((row) => ({ kind: "refund", ...row }));
}
