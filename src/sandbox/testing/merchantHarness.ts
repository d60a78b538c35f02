import { h5Order, merchantClient } from "./merchantClient.ts";
import { postJson, testSandbox } from "./testSandbox.ts";

/** Path of the H5 order endpoint. */
export const H5 = "v3/pay/transactions/h5";
/** Path of the refund endpoint. */
export const REFUNDS = "v3/refund/domestic/refunds";
/** Returns the path of a transaction. */
export const tradePath = (number: string) => `v3/pay/transactions/out-trade-no/${number}`;

/** Starts a sandbox with a merchant that creates orders, pays, refunds, queries, and sets the switches. */
export async function merchantHarness(...settings: Parameters<typeof testSandbox>) {
  const sandbox = await testSandbox(...settings);
  const client = merchantClient(sandbox.env);
  const { env, url } = sandbox;
  return {
    ...sandbox,
    client,
    order: (number: string, overrides: object = {}) => client.post(H5, h5Order(env, number, overrides)),
    pay: (number: string) => postJson(`${url}/pay/trades/${number}/pay`, {}),
    state: async (number: string) =>
      (await client.get(tradePath(number), { mchid: env.WECHAT_PAY_MCHID })).data.trade_state,
    refund: (number: string, refundNo: string, refund: number, overrides: object = {}) =>
      client.post(REFUNDS, {
        out_trade_no: number,
        out_refund_no: refundNo,
        reason: "用户取消",
        amount: { refund, total: 4_280, currency: "CNY" },
        ...overrides,
      }),
    books: async () => (await fetch(`${url}/pay/books`)).json(),
    behave: (change: object) => postJson(`${url}/pay/behaviour`, change),
  };
}
