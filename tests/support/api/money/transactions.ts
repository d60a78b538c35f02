import {
  listProviderTransactions,
  notificationBody,
  paidTransaction,
  type SignedNotification,
  signNotification,
} from "../paymentProvider.ts";
import type { TestApp } from "../testApp.ts";

/** How the provider's news come: as they should, doubled, of an older trade, not from it at all, of another amount. */
export type NotificationKind = "once" | "twice" | "late" | "forged" | "amount";

/** An attempt to pay at the provider. */
export interface PaymentTransaction {
  number: string;
  amount: number;
}

/** The newest trade of an order at the provider, or its first one. */
export async function findLatestTransaction(
  app: TestApp,
  orderId: string,
  isFirst = false,
): Promise<PaymentTransaction | undefined> {
  const rows = await app.sql<PaymentTransaction>(
    `select out_trade_no as number, amount_fen as amount from payment_attempts
     where order_id = $1 and channel in ('h5', 'jsapi') order by created_at ${isFirst ? "asc" : "desc"}, id limit 1`,
    [orderId],
  );
  return rows[0];
}

/** The customer pays at the provider, if there is anything to pay. */
export async function payLatestTransaction(app: TestApp, orderId: string): Promise<void> {
  const transaction = await findLatestTransaction(app, orderId);
  if (transaction) await fetch(`${app.sandbox.url}/pay/trades/${transaction.number}/pay`, { method: "POST" });
}

/** The provider's notification about a trade it took money for; null when it took none, unless somebody lies. */
export async function createNotification(
  app: TestApp,
  transaction: PaymentTransaction,
  kind: NotificationKind,
): Promise<SignedNotification | null> {
  const entry = (await listProviderTransactions(app)).find(
    ({ out_trade_no }) => out_trade_no === transaction.number,
  );
  const isFalsified = kind === "forged" || kind === "amount";
  if (!isFalsified && (entry === undefined || entry.paid === 0)) return null;
  const total = kind === "amount" ? transaction.amount + 1 : transaction.amount;
  const resource = paidTransaction(
    app,
    { order_no: transaction.number.replace(/_\d+$/, ""), pay_amount: total },
    {
      out_trade_no: transaction.number,
      ...(entry?.transaction_id ? { transaction_id: entry.transaction_id } : {}),
    },
  );
  const atS = Math.floor(app.clock.now().getTime() / 1000);
  const key = kind === "forged" ? app.keys.merchantPrivateKey : app.keys.platformPrivateKey;
  return signNotification(app, notificationBody(app, resource), { atS, key });
}
