import { createServer } from "node:http";
import Fastify, { type FastifyInstance } from "fastify";
import type { PaymentProvider } from "../../pay/PaymentProvider.ts";
import { type AllowedHosts, findOriginError } from "../../shared/findOriginError.ts";
import type { OpenPlatformState } from "../open/OpenPlatformState.ts";
import { clientRoutes } from "./client.routes.ts";
import { type ClientBehaviour, DEFAULT_CLIENT_BEHAVIOUR } from "./clientBehaviour.ts";
import { proxyRequest } from "./proxy.ts";
import { wechatUserAgent } from "./userAgents.ts";

/** Dependencies of the simulated client. */
export type ClientOptions = {
  openPlatform: OpenPlatformState;
  payments: PaymentProvider;
  appUrl: string;
  allowedHosts: () => AllowedHosts;
};

/**
 * Builds a server that shows the app inside the simulated WeChat: the client itself under /__wechat,
 * everything else proxied to the app.
 */
export function buildClient({
  openPlatform,
  payments,
  appUrl,
  allowedHosts,
}: ClientOptions): FastifyInstance {
  const behaviour: ClientBehaviour = { ...DEFAULT_CLIENT_BEHAVIOUR };
  const upstream = {
    appUrl,
    userAgent: (originalUserAgent: string | undefined) => wechatUserAgent(originalUserAgent, behaviour),
  };
  const app = Fastify({
    forceCloseConnections: true,
    ajv: { customOptions: { removeAdditional: false } },
    serverFactory: (handler) =>
      createServer((request, response) => {
        const originError = findOriginError(request, allowedHosts());
        if (originError !== null)
          response.writeHead(403, { "content-type": "text/plain" }).end(`${originError}\n`);
        else if (/^\/__wechat(?:[/?]|$)/.test(request.url ?? "")) handler(request, response);
        else proxyRequest(request, response, upstream);
      }),
  });
  app.addContentTypeParser(
    "application/x-www-form-urlencoded",
    { parseAs: "string" },
    (_request, body, done) => done(null, Object.fromEntries(new URLSearchParams(String(body)))),
  );
  app.register(clientRoutes({ openPlatform, payments, behaviour }));
  return app;
}
