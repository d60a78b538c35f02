import type { FastifyInstance } from "fastify";
import type { OpenOffice } from "../open/OpenOffice.ts";
import type { PayOffice } from "../pay/PayOffice.ts";
import {
  applyChange,
  type ClientBehaviour,
  type ClientChange,
  clientChangeSchema,
  clientState,
} from "./clientBehaviour.ts";
import { renderPanel } from "./panelPage.ts";
import { payRoutes } from "./pay.routes.ts";
import { clientScript } from "./script/clientScript.ts";
import { containerMark, USER_AGENTS } from "./userAgents.ts";
import { configResult, type PageClaim } from "./verify.ts";
import { toWgs84 } from "./wgs84.ts";

/** The phone, the open platform and the payment provider behind it. */
export type Phone = { open: OpenOffice; pay: PayOffice; behaviour: ClientBehaviour };

type Card = { title?: string; desc?: string; link?: string; imgUrl?: string };
type Shared = { kind: string; card: Card; isSent?: boolean };
type Called = { name: string; result: string };
type MiniProgramCall = { name: string; arg: { url?: string } };

const KEPT_CALLS = 500;

function isForm(contentType: string | undefined): boolean {
  return contentType?.startsWith("application/x-www-form-urlencoded") === true;
}

function settingsRoutes(app: FastifyInstance, { open, behaviour }: Phone): void {
  app.get("/__wechat/behaviour", async () => clientState(behaviour, open));
  app.post<{ Body: ClientChange }>(
    "/__wechat/behaviour",
    { schema: { body: clientChangeSchema } },
    async ({ body, headers }, reply) => {
      applyChange(body, behaviour, open);
      return isForm(headers["content-type"])
        ? reply.redirect("/__wechat", 303)
        : clientState(behaviour, open);
    },
  );
}

function nativeRoutes(app: FastifyInstance, phone: Phone): void {
  const { behaviour } = phone;
  app.get("/__wechat/client.js", async (_request, reply) => {
    const { platform, container, storage, bridge, font_size: fontSize } = behaviour;
    const agent = USER_AGENTS[platform];
    const script = clientScript({
      userAgent: agent,
      agentMark: containerMark(agent, container),
      fontSize,
      storage,
      isMiniProgram: container !== "browser",
      isSnapshot: phone.open.behaviour.authorize === "snapshot",
      isLate: bridge === "late",
    });
    return reply.type("text/javascript; charset=utf-8").header("Cache-Control", "no-store").send(script);
  });
  app.post<{ Body: PageClaim }>("/__wechat/verify", async ({ body }) => ({
    result: behaviour.config === "silent" ? "silent" : configResult(body, phone),
  }));
  app.get<{ Querystring: { type?: string } }>("/__wechat/position", async ({ query }) => {
    const { latitude, longitude, location } = behaviour;
    const place = query.type === "gcj02" ? { latitude, longitude } : toWgs84(latitude, longitude);
    return { outcome: location, accuracy: 30, ...place };
  });
}

/** The client's own addresses: its script, its native side, its control panel, and what tests read. */
export function clientRoutes(phone: Phone) {
  return async (app: FastifyInstance): Promise<void> => {
    const shares: Record<string, Card> = {};
    const sent: Shared[] = [];
    const calls: Called[] = [];
    const miniProgram: MiniProgramCall[] = [];
    app.get("/__wechat", async (_request, reply) =>
      reply
        .type("text/html; charset=utf-8")
        .header("Cache-Control", "no-store")
        .send(renderPanel(clientState(phone.behaviour, phone.open), phone.open.keys.appid)),
    );
    settingsRoutes(app, phone);
    nativeRoutes(app, phone);
    payRoutes(app, phone);
    app.post<{ Body: Shared }>("/__wechat/share", async ({ body }) => {
      if (body.isSent) sent.push(body);
      else shares[body.kind] = body.card;
      return {};
    });
    app.post<{ Body: Called }>("/__wechat/log", async ({ body }) => {
      calls.push(body);
      calls.splice(0, calls.length - KEPT_CALLS);
      return {};
    });
    app.post<{ Body: MiniProgramCall }>("/__wechat/mini-program", async ({ body }) => {
      miniProgram.push(body);
      miniProgram.splice(0, miniProgram.length - KEPT_CALLS);
      return {};
    });
    app.get("/__wechat/log", async () => ({ calls, shares, sent, mini_program: miniProgram }));
  };
}
