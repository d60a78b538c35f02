import { listProviderTransactions, type ProviderTransaction } from "./paymentProvider.ts";
import type { TestApp } from "./testApp.ts";

interface CapturedPayment {
  number: string;
  transaction: string | null;
  amount: number;
  refunds: string[];
  state: "created" | "pending" | "success" | "closed";
  isCancelled: boolean;
}

/** Query for our records of attempts at the provider; counts completed refunds, each with its amount. */
const attempts = `
  select a.out_trade_no as number, a.transaction_id as transaction, a.amount_fen as amount, a.state,
    o.status = 'cancelled' as "isCancelled", coalesce((
      select array_agg(r.refund_no || ' ' || r.money_fen order by r.refund_no)
      from refunds r where r.attempt_id = a.id and r.state = 'success'), '{}') as refunds
  from payment_attempts a join orders o on o.id = a.order_id
  where a.channel in ('h5', 'jsapi', 'mini_program') and a.out_trade_no not like 'DEMO%'`;

function compareTransaction(ours: CapturedPayment, theirs: ProviderTransaction | undefined): string[] {
  if (theirs === undefined)
    return ours.state === "success" ? [`the provider knows nothing of ${ours.number}`] : [];
  if (ours.isCancelled && theirs.state === "NOTPAY")
    return [`the trade ${ours.number} of a cancelled order can still be paid`];
  if (ours.state !== "success")
    return theirs.paid > 0 ? [`money for ${ours.number} is not in our books`] : [];
  const refunded = theirs.refunds
    .filter(({ status }) => status === "SUCCESS")
    .map(({ out_refund_no, amount }) => `${out_refund_no} ${amount}`)
    .sort();
  const isEqual =
    theirs.paid === ours.amount &&
    theirs.transaction_id === ours.transaction &&
    refunded.join() === [...ours.refunds].sort().join();
  return isEqual ? [] : [`${ours.number} differs: ${JSON.stringify({ ours, theirs })}`];
}

/**
 * Returns a line for every transaction that the provider's records contradict. Only valid while no money is
 * in transit: payments and refunds count at the provider before we are notified.
 */
export async function findTransactionMismatches(app: Pick<TestApp, "select" | "sandbox">): Promise<string[]> {
  const recorded = await app.select<CapturedPayment>(attempts);
  const transactions = new Map(
    (await listProviderTransactions(app)).map((transaction) => [transaction.out_trade_no, transaction]),
  );
  const knownNumbers = new Set(recorded.map(({ number }) => number));
  const unknownTransactions = [...transactions.values()].filter(
    (transaction) => transaction.paid > 0 && !knownNumbers.has(transaction.out_trade_no),
  );
  return [
    ...recorded.flatMap((capture) => compareTransaction(capture, transactions.get(capture.number))),
    ...unknownTransactions.map((transaction) => `money for ${transaction.out_trade_no} is not in our books`),
  ];
}
