import type { FastifyInstance } from "fastify";
import { renderControlPage } from "./controlPage.ts";
import type { PayOffice } from "./PayOffice.ts";
import { behaviourSchema, type PayBehaviour } from "./payBehaviour.ts";
import { PayError } from "./payTypes.ts";
import { bookEntry } from "./presenter.ts";

function isForm(contentType: string | undefined): boolean {
  return contentType?.startsWith("application/x-www-form-urlencoded") === true;
}

function books({ book }: PayOffice) {
  const trades = [...book.trades.values()].map((trade) => bookEntry(trade, book));
  const sum = (name: "paid" | "refunded" | "refunding") =>
    trades.reduce((total, one) => total + one[name], 0);
  return { trades, totals: { paid: sum("paid"), refunded: sum("refunded"), refunding: sum("refunding") } };
}

/** The tester's page, switches and books; not part of what the real provider offers. */
export function controlRoutes(office: PayOffice) {
  return async (app: FastifyInstance): Promise<void> => {
    const { book, behaviour, desk } = office;

    app.get("/pay", async (_request, reply) =>
      reply.type("text/html; charset=utf-8").send(renderControlPage(book, behaviour)),
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

    app.get("/pay/books", async () => books(office));
    app.get<{ Querystring: { out_trade_no?: string } }>("/pay/trades", async ({ query }) =>
      [...book.trades.values()]
        .filter((trade) => query.out_trade_no === undefined || trade.outTradeNo === query.out_trade_no)
        .map((trade) => bookEntry(trade, book))
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
            const { outTradeNo } = office.refunds.resolve(params.number, status);
            return bookEntry(desk.find(outTradeNo), book);
          } catch (error) {
            if (!(error instanceof PayError)) throw error;
            return reply.code(error.status).send({ code: error.code, message: error.message });
          }
        },
      );
    }
    const deeds = {
      pay: (number: string) => desk.pay(number),
      fail: (number: string) => desk.attempt(number, "fail"),
      cancel: (number: string) => desk.attempt(number, "cancel"),
      // As somebody does by hand in the merchant's own pages.
      close: (number: string) => desk.close(number),
    };
    for (const [action, act] of Object.entries(deeds)) {
      app.post<{ Params: { number: string } }>(`/pay/trades/:number/${action}`, async ({ params }, reply) => {
        try {
          act(params.number);
          return bookEntry(desk.find(params.number), book);
        } catch (error) {
          if (!(error instanceof PayError)) throw error;
          return reply.code(error.status).send({ code: error.code, message: error.message });
        }
      });
    }
  };
}
