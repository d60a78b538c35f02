import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { backAddress, readAuthorizeLink } from "./authorizeLink.ts";
import { renderAvatar, renderConsentPage, renderFaultPage, renderHoldPage } from "./authorizePage.ts";
import type { OpenOffice } from "./OpenOffice.ts";
import { type OpenBehaviour, openBehaviourSchema } from "./openBehaviour.ts";
import { people, personOf } from "./people.ts";

const PAGE = "/connect/oauth2/authorize";
const KEPT_RETURNS = 100;

function sendPage(reply: FastifyReply, page: string): FastifyReply {
  return reply.type("text/html; charset=utf-8").header("Cache-Control", "no-store").send(page);
}

function rawQuery(request: FastifyRequest): string {
  return (request.raw.url ?? "").split("?").slice(1).join("?");
}

/** Sends the customer back into the app. */
function sendBack(reply: FastifyReply, office: OpenOffice, address: string): FastifyReply {
  office.returns.push(address);
  office.returns.splice(0, office.returns.length - KEPT_RETURNS);
  return reply.redirect(address, 302);
}

/** The page that customers are sent to, and the two answers on it. */
export function authorizeRoutes(office: OpenOffice) {
  return async (app: FastifyInstance): Promise<void> => {
    app.get(PAGE, async (request, reply) => {
      const { authorize } = office.behaviour;
      if (authorize === "down") {
        reply.hijack();
        request.raw.socket.destroy();
        return reply;
      }
      const link = readAuthorizeLink(rawQuery(request), office);
      if ("code" in link) return sendPage(reply, renderFaultPage(link));
      if (authorize === "refuse") return sendBack(reply, office, backAddress(link, null));
      if (authorize === "hold")
        return sendPage(reply, renderHoldPage(backAddress(link, office.issueCode(link.scope))));
      if (link.scope === "snsapi_base")
        return sendBack(reply, office, backAddress(link, office.issueCode("snsapi_base")));
      const query = rawQuery(request);
      const links = { agree: `${PAGE}/agree?${query}`, refuse: `${PAGE}/refuse?${query}` };
      return sendPage(reply, renderConsentPage(office.customer, links));
    });
    for (const answer of ["agree", "refuse"] as const) {
      app.get(`${PAGE}/${answer}`, async (request, reply) => {
        const link = readAuthorizeLink(rawQuery(request), office);
        if ("code" in link) return sendPage(reply, renderFaultPage(link));
        const code = answer === "agree" ? office.issueCode(link.scope) : null;
        return sendBack(reply, office, backAddress(link, code));
      });
    }
    app.get<{ Params: { openid: string } }>("/wechat/avatars/:openid", async ({ params }, reply) =>
      reply
        .type("image/svg+xml")
        .header("Cross-Origin-Resource-Policy", "cross-origin")
        .send(renderAvatar(personOf(params.openid, office.keys.appid))),
    );
  };
}

/** The tester's switches, codes without a page, and what was called; not part of what WeChat offers. */
export function openControlRoutes(office: OpenOffice) {
  return async (app: FastifyInstance): Promise<void> => {
    const { behaviour, keys, calls, returns } = office;
    app.get("/wechat/behaviour", async () => behaviour);
    app.post<{ Body: Partial<OpenBehaviour> }>(
      "/wechat/behaviour",
      { schema: { body: openBehaviourSchema } },
      async ({ body }) => Object.assign(behaviour, body),
    );
    app.get("/wechat/books", async () => ({ calls, returns, people: people(keys.appid) }));
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
        const person = body.user === undefined ? office.customer : personOf(body.user, keys.appid);
        const scope = body.scope ?? "snsapi_base";
        return { code: office.issueCode(scope, body.snapshot ?? false, person), openid: person.openid };
      },
    );
  };
}
