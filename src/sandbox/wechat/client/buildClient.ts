import { createServer } from "node:http";
import Fastify, { type FastifyInstance } from "fastify";
import { type OwnNames, strangerFault } from "../../shared/strangers.ts";
import type { OpenOffice } from "../open/OpenOffice.ts";
import type { PayOffice } from "../pay/PayOffice.ts";
import { clientRoutes } from "./client.routes.ts";
import { type ClientBehaviour, USUAL_CLIENT } from "./clientBehaviour.ts";
import { pass } from "./proxy.ts";
import { wechatUserAgent } from "./userAgents.ts";

/** What the simulated client plays with. */
export type ClientParts = { open: OpenOffice; pay: PayOffice; appUrl: string; names: () => OwnNames };

/** A server that shows the app as inside WeChat: under /__wechat the client itself, everything else is the app. */
export function buildClient({ open, pay, appUrl, names }: ClientParts): FastifyInstance {
  const behaviour: ClientBehaviour = { ...USUAL_CLIENT };
  const upstream = {
    appUrl,
    userAgent: (own: string | undefined) => wechatUserAgent(own, behaviour),
  };
  const app = Fastify({
    forceCloseConnections: true,
    ajv: { customOptions: { removeAdditional: false } },
    serverFactory: (handler) =>
      createServer((request, response) => {
        const fault = strangerFault(request, names());
        if (fault !== null) response.writeHead(403, { "content-type": "text/plain" }).end(`${fault}\n`);
        else if (/^\/__wechat(?:[/?]|$)/.test(request.url ?? "")) handler(request, response);
        else pass(request, response, upstream);
      }),
  });
  app.addContentTypeParser(
    "application/x-www-form-urlencoded",
    { parseAs: "string" },
    (_request, body, done) => done(null, Object.fromEntries(new URLSearchParams(String(body)))),
  );
  app.register(clientRoutes({ open, pay, behaviour }));
  return app;
}
