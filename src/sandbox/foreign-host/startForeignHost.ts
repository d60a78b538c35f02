import type { AddressInfo } from "node:net";
import Fastify from "fastify";
import { accountRoutes } from "./account.routes.ts";
import { HostState } from "./HostState.ts";
import { orderRoutes } from "./order.routes.ts";
import { otherRoutes } from "./other.routes.ts";
import { pagesRoutes } from "./pages.routes.ts";
import { restaurantRoutes } from "./restaurant.routes.ts";

/** Start options; port 0 picks a free port, `webDir` is the folder of the built pages. */
export type ForeignHostSettings = { host?: string; port: number; webDir: string };

/** A running foreign host with its in-memory state. */
export type ForeignHost = { url: string; state: HostState; close: () => Promise<void> };

/**
 * Starts another company's host: serves the built pages and only the endpoints of the published API, in its
 * alternative response shapes. Everything else is a bare 404.
 */
export async function startForeignHost(settings: ForeignHostSettings): Promise<ForeignHost> {
  const { host = "127.0.0.1", port, webDir } = settings;
  const state = new HostState();
  const app = Fastify({ forceCloseConnections: true });
  app.addContentTypeParser(
    ["application/x-www-form-urlencoded", "multipart/form-data"],
    (_request, payload, done) => {
      payload.resume();
      payload.on("end", () => done(null, {}));
    },
  );
  let url = "";
  app.register(accountRoutes(state));
  app.register(restaurantRoutes(state));
  app.register(orderRoutes(state, (orderId) => `${url}/cashier?order_id=${orderId}`));
  app.register(otherRoutes(state));
  await app.register(pagesRoutes(state, webDir));
  await app.listen({ host, port });
  url = `http://${host}:${(app.server.address() as AddressInfo).port}`;
  return { url, state, close: () => app.close() };
}
