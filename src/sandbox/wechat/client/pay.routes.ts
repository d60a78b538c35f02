import type { FastifyInstance } from "fastify";
import { formatYuan } from "../../pay/cashierPage.ts";
import { PayError } from "../../pay/payTypes.ts";
import type { ClientContext } from "./client.routes.ts";
import { findPayableTrade, type PayingApp, type PaymentRequest } from "./verify.ts";

function checkPayment(request: PaymentRequest, payingApp: PayingApp, context: ClientContext): object {
  const outcome = context.behaviour.payment;
  const trade = findPayableTrade(request, payingApp, context);
  if (typeof trade === "string") return { outcome, fault: trade };
  const { prepayId, description, totalFen } = trade;
  return { outcome, prepay_id: prepayId, description, amount: formatYuan(totalFen) };
}

/** Routes from the payment sheet to the provider. */
export function payRoutes(app: FastifyInstance, context: ClientContext): void {
  const { payments, openPlatform } = context;

  app.post<{ Body: PaymentRequest }>("/__wechat/pay/check", async ({ body }) => {
    const account = { appid: openPlatform.keys.appid, openid: openPlatform.behaviour.user };
    return checkPayment(body, account, context);
  });
  app.post<{ Body: PaymentRequest }>("/__wechat/mini-program/check", async ({ body }) => {
    // A mini-program cannot name another app than itself.
    const appid = openPlatform.keys.miniProgramAppid;
    const miniProgram = { appid, openid: openPlatform.currentMiniProgramOpenid };
    return checkPayment({ ...body, appId: appid }, miniProgram, context);
  });
  for (const action of ["confirm", "cancel", "fail"] as const) {
    app.post<{ Body: { prepay_id: string } }>(`/__wechat/pay/${action}`, async ({ body }) => {
      const trade = payments.repository.findTradeByPrepayId(body.prepay_id);
      if (trade === undefined) return { fault: "订单不存在" };
      try {
        if (action === "confirm") payments.transactions.pay(trade.outTradeNo);
        else payments.transactions.recordAttempt(trade.outTradeNo, action);
        return {};
      } catch (error) {
        if (!(error instanceof PayError)) throw error;
        return { fault: error.message };
      }
    });
  }
}
