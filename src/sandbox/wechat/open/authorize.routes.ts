import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { readAuthorizeLink, redirectUrl } from "./authorizeLink.ts";
import { renderAvatar, renderConsentPage, renderErrorPage, renderHoldPage } from "./authorizePage.ts";
import type { OpenPlatformState } from "./OpenPlatformState.ts";
import { type OpenBehaviour, openBehaviourSchema } from "./openBehaviour.ts";
import { getUser, listUsers } from "./users.ts";

const PAGE = "/connect/oauth2/authorize";
const MAX_REDIRECTS = 100;

function sendPage(reply: FastifyReply, page: string): FastifyReply {
  return reply.type("text/html; charset=utf-8").header("Cache-Control", "no-store").send(page);
}

function rawQuery(request: FastifyRequest): string {
  return (request.raw.url ?? "").split("?").slice(1).join("?");
}

/** Redirects the customer back into the app. */
function redirectToApp(reply: FastifyReply, platform: OpenPlatformState, url: string): FastifyReply {
  platform.redirects.push(url);
  platform.redirects.splice(0, platform.redirects.length - MAX_REDIRECTS);
  return reply.redirect(url, 302);
}

/** The authorisation page, and the actions of its two buttons. */
export function authorizeRoutes(platform: OpenPlatformState) {
  return async (app: FastifyInstance): Promise<void> => {
    app.get(PAGE, async (request, reply) => {
      const { authorize } = platform.behaviour;
      if (authorize === "down") {
        reply.hijack();
        request.raw.socket.destroy();
        return reply;
      }
      const link = readAuthorizeLink(rawQuery(request), platform);
      if ("code" in link) return sendPage(reply, renderErrorPage(link));
      if (authorize === "refuse") return redirectToApp(reply, platform, redirectUrl(link, null));
      if (authorize === "hold")
        return sendPage(reply, renderHoldPage(redirectUrl(link, platform.issueCode(link.scope))));
      if (link.scope === "snsapi_base")
        return redirectToApp(reply, platform, redirectUrl(link, platform.issueCode("snsapi_base")));
      const query = rawQuery(request);
      const links = { agree: `${PAGE}/agree?${query}`, refuse: `${PAGE}/refuse?${query}` };
      return sendPage(reply, renderConsentPage(platform.currentUser, links));
    });
    for (const answer of ["agree", "refuse"] as const) {
      app.get(`${PAGE}/${answer}`, async (request, reply) => {
        const link = readAuthorizeLink(rawQuery(request), platform);
        if ("code" in link) return sendPage(reply, renderErrorPage(link));
        const code = answer === "agree" ? platform.issueCode(link.scope) : null;
        return redirectToApp(reply, platform, redirectUrl(link, code));
      });
    }
    app.get<{ Params: { openid: string } }>("/wechat/avatars/:openid", async ({ params }, reply) =>
      reply
        .type("image/svg+xml")
        .header("Cross-Origin-Resource-Policy", "cross-origin")
        .send(renderAvatar(getUser(params.openid, platform.keys.appid))),
    );
  };
}

/** The tester's switches, codes without a page, and the call log; not part of WeChat's API. */
export function openControlRoutes(platform: OpenPlatformState) {
  return async (app: FastifyInstance): Promise<void> => {
    const { behaviour, keys, callCounts, redirects } = platform;
    app.get("/wechat/behaviour", async () => behaviour);
    app.post<{ Body: Partial<OpenBehaviour> }>(
      "/wechat/behaviour",
      { schema: { body: openBehaviourSchema } },
      async ({ body }) => Object.assign(behaviour, body),
    );
    app.get("/wechat/books", async () => ({
      calls: callCounts,
      returns: redirects,
      people: listUsers(keys.appid),
    }));
    app.post<{ Body: { user?: string; scope?: "snsapi_base" | "snsapi_userinfo"; snapshot?: boolean } }>(
      "/wechat/codes",
      {
        schema: {
          body: {
            type: "object",
            additionalProperties: false,
            properties: {
              user: openBehaviourSchema.properties.user,
              scope: { enum: ["snsapi_base", "snsapi_userinfo"] },
              snapshot: { type: "boolean" },
            },
          },
        },
      },
      async ({ body }) => {
        const user = body.user === undefined ? platform.currentUser : getUser(body.user, keys.appid);
        const scope = body.scope ?? "snsapi_base";
        return { code: platform.issueCode(scope, body.snapshot ?? false, user), openid: user.openid };
      },
    );
  };
}
