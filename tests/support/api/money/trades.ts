import { noticeText, paidTrade, providerBooks, type SignedNotice, sign } from "../provider.ts";
import type { TestApp } from "../testApp.ts";

/** How the provider's news come: as they should, doubled, of an older trade, not from it at all, of another amount. */
export type NoticeKind = "once" | "twice" | "late" | "forged" | "amount";

/** An attempt to pay at the provider. */
export interface Trade {
  number: string;
  amount: number;
}

/** The newest trade of an order at the provider, or its first one. */
export async function newestTrade(
  app: TestApp,
  orderId: string,
  isFirst = false,
): Promise<Trade | undefined> {
  const rows = await app.sql<Trade>(
    `select out_trade_no as number, amount_fen as amount from payment_attempts
     where order_id = $1 and channel in ('h5', 'jsapi') order by created_at ${isFirst ? "asc" : "desc"}, id limit 1`,
    [orderId],
  );
  return rows[0];
}

/** The customer pays at the provider, if there is anything to pay. */
export async function settleTrade(app: TestApp, orderId: string): Promise<void> {
  const trade = await newestTrade(app, orderId);
  if (trade) await fetch(`${app.sandbox.url}/pay/trades/${trade.number}/pay`, { method: "POST" });
}

/** The provider's notification about a trade it took money for; null when it took none, unless somebody lies. */
export async function noticeOf(app: TestApp, trade: Trade, kind: NoticeKind): Promise<SignedNotice | null> {
  const entry = (await providerBooks(app)).find(({ out_trade_no }) => out_trade_no === trade.number);
  const isLie = kind === "forged" || kind === "amount";
  if (!isLie && (entry === undefined || entry.paid === 0)) return null;
  const total = kind === "amount" ? trade.amount + 1 : trade.amount;
  const told = paidTrade(
    app,
    { order_no: trade.number.replace(/_\d+$/, ""), pay_amount: total },
    {
      out_trade_no: trade.number,
      ...(entry?.transaction_id ? { transaction_id: entry.transaction_id } : {}),
    },
  );
  const atS = Math.floor(app.clock.now().getTime() / 1000);
  const key = kind === "forged" ? app.keys.merchantPrivateKey : app.keys.platformPrivateKey;
  return sign(app, noticeText(app, told), { atS, key });
}
