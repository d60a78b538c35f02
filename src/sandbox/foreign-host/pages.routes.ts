import { readFile } from "node:fs/promises";
import { extname, join, normalize } from "node:path";
import type { FastifyInstance } from "fastify";
import { html } from "../shared/html.ts";
import { renderPage } from "../shared/renderPage.ts";
import type { HostState } from "./HostState.ts";

const contentTypes: Record<string, string> = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".svg": "image/svg+xml",
  ".png": "image/png",
  ".webp": "image/webp",
};

/**
 * Serves the built pages, a cashier and the sent codes; every endpoint that this host does not have is a bare
 * 404.
 */
export function pagesRoutes(state: HostState, webDir: string) {
  return async (app: FastifyInstance): Promise<void> => {
    app.get<{ Querystring: Record<string, string> }>("/sms", async ({ query }) => {
      const code = state.codes.get(query.phone ?? "");
      return code === undefined ? [] : [{ phone: query.phone, code }];
    });
    app.get<{ Querystring: Record<string, string> }>("/cashier", async ({ query }, reply) => {
      const { order_id = "", redirect_url = "/" } = query;
      const total = state.orders.find((order) => order.order_id === order_id)?.total_amount ?? 0;
      return reply.type(contentTypes[".html"] ?? "").send(cashierPage(order_id, total, redirect_url));
    });
    app.post<{ Querystring: Record<string, string> }>("/cashier", async ({ query }, reply) => {
      const order = state.orders.find(({ order_id }) => order_id === query.order_id);
      if (order !== undefined && query.pay === "1") order.status = "paid";
      return reply.redirect(query.redirect_url ?? "/", 303);
    });
    app.setNotFoundHandler(async ({ url }, reply) => {
      const { pathname } = new URL(url, "http://host");
      const isApiRequest = pathname.startsWith("/api/");
      if (isApiRequest) state.received.unknown.push(pathname);
      const extension = extname(pathname);
      const name = extension === "" ? "/index.html" : normalize(pathname);
      const file = isApiRequest ? null : await readFile(join(webDir, name)).catch(() => null);
      if (file === null)
        return reply.code(404).type("text/html").send("<html><body><h1>404 Not Found</h1></body></html>");
      return reply.type(contentTypes[extname(name)] ?? "application/octet-stream").send(file);
    });
  };
}

function cashierPage(orderId: string, totalFen: number, redirectUrl: string): string {
  const action = (pay: 0 | 1) =>
    `/cashier?${new URLSearchParams({ order_id: orderId, redirect_url: redirectUrl, pay: String(pay) })}`;
  return renderPage({
    title: "收银台",
    narrow: true,
    body: html`<div class="card centre wide"><p class="amount">¥${(totalFen / 100).toFixed(2)}</p>
<form method="post" action="${action(1)}"><button class="main">确认支付</button></form>
<form method="post" action="${action(0)}"><button>取消支付</button></form></div>`,
  });
}
