import type { FastifyInstance } from "fastify";
import { renderControlPage } from "./controlPage.ts";
import type { PaymentProvider } from "./PaymentProvider.ts";
import { behaviourSchema, type PayBehaviour } from "./payBehaviour.ts";
import { PayError } from "./payTypes.ts";
import { tradeSummaryView } from "./presenter.ts";

function isForm(contentType: string | undefined): boolean {
  return contentType?.startsWith("application/x-www-form-urlencoded") === true;
}

function toLedger({ repository }: PaymentProvider) {
  const trades = [...repository.trades.values()].map((trade) => tradeSummaryView(trade, repository));
  const sum = (name: "paid" | "refunded" | "refunding") =>
    trades.reduce((total, trade) => total + trade[name], 0);
  return { trades, totals: { paid: sum("paid"), refunded: sum("refunded"), refunding: sum("refunding") } };
}

/** The tester's page, switches and transaction lists; not part of the real provider's API. */
export function controlRoutes(provider: PaymentProvider) {
  return async (app: FastifyInstance): Promise<void> => {
    const { repository, behaviour, transactions } = provider;

    app.get("/pay", async (_request, reply) =>
      reply.type("text/html; charset=utf-8").send(renderControlPage(repository, behaviour)),
    );
    app.get("/pay/behaviour", async () => behaviour);
    app.post<{ Body: Partial<PayBehaviour> }>(
      "/pay/behaviour",
      { schema: { body: behaviourSchema } },
      async (request, reply) => {
        Object.assign(behaviour, request.body);
        return isForm(request.headers["content-type"]) ? reply.redirect("/pay", 303) : behaviour;
      },
    );

    app.get("/pay/books", async () => toLedger(provider));
    app.get<{ Querystring: { out_trade_no?: string } }>("/pay/trades", async ({ query }) =>
      [...repository.trades.values()]
        .filter((trade) => query.out_trade_no === undefined || trade.outTradeNo === query.out_trade_no)
        .map((trade) => tradeSummaryView(trade, repository))
        .reverse(),
    );
    for (const [action, status] of [
      ["succeed", "SUCCESS"],
      ["close", "CLOSED"],
    ] as const) {
      app.post<{ Params: { number: string } }>(
        `/pay/refunds/:number/${action}`,
        async ({ params }, reply) => {
          try {
            const { outTradeNo } = provider.refunds.resolve(params.number, status);
            return tradeSummaryView(transactions.getTrade(outTradeNo), repository);
          } catch (error) {
            if (!(error instanceof PayError)) throw error;
            return reply.code(error.status).send({ code: error.code, message: error.message });
          }
        },
      );
    }
    const tradeActions = {
      pay: (number: string) => transactions.pay(number),
      fail: (number: string) => transactions.recordAttempt(number, "fail"),
      cancel: (number: string) => transactions.recordAttempt(number, "cancel"),
      // Simulates the manual action in the merchant's own pages.
      close: (number: string) => transactions.close(number),
    };
    for (const [action, act] of Object.entries(tradeActions)) {
      app.post<{ Params: { number: string } }>(`/pay/trades/:number/${action}`, async ({ params }, reply) => {
        try {
          act(params.number);
          return tradeSummaryView(transactions.getTrade(params.number), repository);
        } catch (error) {
          if (!(error instanceof PayError)) throw error;
          return reply.code(error.status).send({ code: error.code, message: error.message });
        }
      });
    }
  };
}
