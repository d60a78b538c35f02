import type { FastifyInstance } from "fastify";
import { yuan } from "../pay/cashierPage.ts";
import { PayError } from "../pay/payTypes.ts";
import type { Phone } from "./client.routes.ts";
import { type SheetClaim, sheetTrade } from "./verify.ts";

/** The payment sheet's way to the provider. */
export function payRoutes(app: FastifyInstance, phone: Phone): void {
  const { pay, behaviour } = phone;

  app.post<{ Body: SheetClaim }>("/__wechat/pay/check", async ({ body }) => {
    const outcome = behaviour.payment;
    const trade = sheetTrade(body, phone);
    if (typeof trade === "string") return { outcome, fault: trade };
    const { prepayId, description, totalFen } = trade;
    return { outcome, prepay_id: prepayId, description, amount: yuan(totalFen) };
  });
  for (const action of ["confirm", "cancel", "fail"] as const) {
    app.post<{ Body: { prepay_id: string } }>(`/__wechat/pay/${action}`, async ({ body }) => {
      const trade = pay.book.tradeByPrepayId(body.prepay_id);
      if (trade === undefined) return { fault: "订单不存在" };
      try {
        if (action === "confirm") pay.desk.pay(trade.outTradeNo);
        else pay.desk.attempt(trade.outTradeNo, action);
        return {};
      } catch (error) {
        if (!(error instanceof PayError)) throw error;
        return { fault: error.message };
      }
    });
  }
}
