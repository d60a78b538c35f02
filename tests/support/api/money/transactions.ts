import {
  listProviderTransactions,
  notificationBody,
  paidTransaction,
  type SignedNotification,
  signNotification,
} from "../paymentProvider.ts";
import type { TestApp } from "../testApp.ts";

/**
 * Kinds of provider notifications: normal, duplicated, about an older transaction, forged, with another
 * amount.
 */
export type NotificationKind = "once" | "twice" | "late" | "forged" | "amount";

/** A payment attempt at the provider. */
export interface PaymentTransaction {
  number: string;
  amount: number;
}

/** Finds the newest transaction of an order at the provider, or its first one. */
export async function findLatestTransaction(
  app: TestApp,
  orderId: string,
  isFirst = false,
): Promise<PaymentTransaction | undefined> {
  const rows = await app.sql<PaymentTransaction>(
    `select out_trade_no as number, amount_fen as amount from payment_attempts
     where order_id = $1 and channel in ('h5', 'jsapi', 'mini_program') order by created_at ${isFirst ? "asc" : "desc"}, id limit 1`,
    [orderId],
  );
  return rows[0];
}

/** Pays at the provider as the customer, if there is an open transaction. */
export async function payLatestTransaction(app: TestApp, orderId: string): Promise<void> {
  const transaction = await findLatestTransaction(app, orderId);
  if (transaction) await fetch(`${app.sandbox.url}/pay/trades/${transaction.number}/pay`, { method: "POST" });
}

/**
 * Creates the provider's notification about a paid transaction; null when it is unpaid, unless the
 * notification is forged.
 */
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
