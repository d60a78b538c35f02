import type { FastifyInstance } from "fastify";
import type { PaymentProvider } from "../../pay/PaymentProvider.ts";
import type { OpenPlatformState } from "../open/OpenPlatformState.ts";
import {
  applyChange,
  type ClientBehaviour,
  type ClientChange,
  clientChangeSchema,
  toClientState,
} from "./clientBehaviour.ts";
import { miniProgramPayPath, readPayPage } from "./miniProgramPages.ts";
import { renderPanel } from "./panelPage.ts";
import { payRoutes } from "./pay.routes.ts";
import { clientScript } from "./script/clientScript.ts";
import { containerSuffix, USER_AGENTS } from "./userAgents.ts";
import { type ConfigRequest, verifyConfig } from "./verify.ts";
import { toWgs84 } from "./wgs84.ts";

/** The phone, the open platform and the payment provider behind it. */
export type ClientContext = {
  openPlatform: OpenPlatformState;
  payments: PaymentProvider;
  behaviour: ClientBehaviour;
};

type ShareCard = { title?: string; desc?: string; link?: string; imgUrl?: string };
type ShareRecord = { kind: string; card: ShareCard; isSent?: boolean };
type LoggedCall = { name: string; result: string };
type MiniProgramCall = { name: string; arg: { url?: string } };

const MAX_LOG_ENTRIES = 500;

function isForm(contentType: string | undefined): boolean {
  return contentType?.startsWith("application/x-www-form-urlencoded") === true;
}

function settingsRoutes(app: FastifyInstance, { openPlatform, behaviour }: ClientContext): void {
  app.get("/__wechat/behaviour", async () => toClientState(behaviour, openPlatform));
  app.post<{ Body: ClientChange }>(
    "/__wechat/behaviour",
    { schema: { body: clientChangeSchema } },
    async ({ body, headers }, reply) => {
      applyChange(body, behaviour, openPlatform);
      return isForm(headers["content-type"])
        ? reply.redirect("/__wechat", 303)
        : toClientState(behaviour, openPlatform);
    },
  );
}

function nativeRoutes(app: FastifyInstance, context: ClientContext): void {
  const { behaviour } = context;
  app.get("/__wechat/client.js", async (_request, reply) => {
    const { platform, container, storage, bridge, font_size: fontSize } = behaviour;
    const platformUserAgent = USER_AGENTS[platform];
    const script = clientScript({
      userAgent: platformUserAgent,
      agentMark: containerSuffix(platformUserAgent, container),
      fontSize,
      storage,
      isMiniProgram: container !== "browser",
      isSnapshot: context.openPlatform.behaviour.authorize === "snapshot",
      isLate: bridge === "late",
    });
    return reply.type("text/javascript; charset=utf-8").header("Cache-Control", "no-store").send(script);
  });
  app.post<{ Body: ConfigRequest }>("/__wechat/verify", async ({ body }) => ({
    result: behaviour.config === "silent" ? "silent" : verifyConfig(body, context),
  }));
  app.get<{ Querystring: { type?: string } }>("/__wechat/position", async ({ query }) => {
    const { latitude, longitude, location } = behaviour;
    const place = query.type === "gcj02" ? { latitude, longitude } : toWgs84(latitude, longitude);
    return { outcome: location, accuracy: 30, ...place };
  });
}

/** Routes of the client: its script, its native calls, its control panel, and its state for tests. */
export function clientRoutes(context: ClientContext) {
  return async (app: FastifyInstance): Promise<void> => {
    const shares: Record<string, ShareCard> = {};
    const sent: ShareRecord[] = [];
    const calls: LoggedCall[] = [];
    /** How often each function was called; `calls` has the last ones alone. */
    const callCounts = new Map<string, number>();
    const miniProgram: MiniProgramCall[] = [];
    app.get("/__wechat", async (_request, reply) =>
      reply
        .type("text/html; charset=utf-8")
        .header("Cache-Control", "no-store")
        .send(
          renderPanel(
            toClientState(context.behaviour, context.openPlatform),
            context.openPlatform.keys.appid,
          ),
        ),
    );
    settingsRoutes(app, context);
    nativeRoutes(app, context);
    payRoutes(app, context);
    app.post<{ Body: ShareRecord }>("/__wechat/share", async ({ body }) => {
      if (body.isSent) sent.push(body);
      else shares[body.kind] = body.card;
      return {};
    });
    app.post<{ Body: LoggedCall }>("/__wechat/log", async ({ body }) => {
      callCounts.set(body.name, (callCounts.get(body.name) ?? 0) + 1);
      calls.push(body);
      calls.splice(0, calls.length - MAX_LOG_ENTRIES);
      return {};
    });
    app.post<{ Body: MiniProgramCall }>("/__wechat/mini-program", async ({ body }) => {
      miniProgram.push(body);
      miniProgram.splice(0, miniProgram.length - MAX_LOG_ENTRIES);
      return {};
    });
    app.get(`/__wechat/mini-program${miniProgramPayPath}.js`, async (_request, reply) =>
      reply
        .type("text/javascript; charset=utf-8")
        .header("Cache-Control", "no-store")
        .send(await readPayPage()),
    );
    app.post("/__wechat/mini-program/login", async () => {
      const { miniProgramLogin, currentMiniProgramOpenid } = context.openPlatform;
      return { code: miniProgramLogin.issueCode(currentMiniProgramOpenid) };
    });
    app.get("/__wechat/log", async () => ({
      calls,
      call_counts: Object.fromEntries(callCounts),
      shares,
      sent,
      mini_program: miniProgram,
    }));
  };
}
