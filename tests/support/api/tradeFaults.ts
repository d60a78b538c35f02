import { type BookEntry, providerBooks } from "./provider.ts";
import type { TestApp } from "./testApp.ts";

interface Capture {
  number: string;
  transaction: string | null;
  amount: number;
  refunds: string[];
  state: "created" | "pending" | "success" | "closed";
  isCancelled: boolean;
}

/** What we know of attempts at the provider; refunds are those that are done, each with its amount. */
const attempts = `
  select a.out_trade_no as number, a.transaction_id as transaction, a.amount_fen as amount, a.state,
    o.status = 'cancelled' as "isCancelled", coalesce((
      select array_agg(r.refund_no || ' ' || r.money_fen order by r.refund_no)
      from refunds r where r.attempt_id = a.id and r.state = 'success'), '{}') as refunds
  from payment_attempts a join orders o on o.id = a.order_id
  where a.channel in ('h5', 'jsapi') and a.out_trade_no not like 'DEMO%'`;

function captureFaults(ours: Capture, theirs: BookEntry | undefined): string[] {
  if (theirs === undefined)
    return ours.state === "success" ? [`the provider knows nothing of ${ours.number}`] : [];
  if (ours.isCancelled && theirs.state === "NOTPAY")
    return [`the trade ${ours.number} of a cancelled order can still be paid`];
  if (ours.state !== "success")
    return theirs.paid > 0 ? [`money for ${ours.number} is not in our books`] : [];
  const given = theirs.refunds
    .filter(({ status }) => status === "SUCCESS")
    .map(({ out_refund_no, amount }) => `${out_refund_no} ${amount}`)
    .sort();
  const same =
    theirs.paid === ours.amount &&
    theirs.transaction_id === ours.transaction &&
    given.join() === [...ours.refunds].sort().join();
  return same ? [] : [`${ours.number} differs: ${JSON.stringify({ ours, theirs })}`];
}

/**
 * A line for every trade of which the provider's books say something else than ours. Only true when no money is on its
 * way: what the provider has taken or given back counts before we have heard of it.
 */
export async function tradeFaults(shop: Pick<TestApp, "sql" | "sandbox">): Promise<string[]> {
  const ours = await shop.sql<Capture>(attempts);
  const trades = new Map((await providerBooks(shop)).map((trade) => [trade.out_trade_no, trade]));
  const known = new Set(ours.map(({ number }) => number));
  const strangers = [...trades.values()].filter((trade) => trade.paid > 0 && !known.has(trade.out_trade_no));
  return [
    ...ours.flatMap((capture) => captureFaults(capture, trades.get(capture.number))),
    ...strangers.map((trade) => `money for ${trade.out_trade_no} is not in our books`),
  ];
}
