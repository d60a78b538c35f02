import type { FastifyInstance } from "fastify";
import { accountEndpoints, dataCopyUrl } from "#contract/account/endpoints.ts";
import { accountSchemas } from "#contract/account/schema.ts";
import { authenticateAs, type Guard } from "../../platform/http/caller.ts";
import { registerEndpoints } from "../../platform/http/register-endpoints.ts";
import type { SignedQuery } from "../../platform/security/LinkSigner.ts";
import type { WechatUnbindService } from "../user/wechat-unbind.service.ts";
import type { AccountDeletionService } from "./account-deletion.service.ts";
import type { DataCopyService } from "./data-copy.service.ts";

const archiveHeaders = {
  "cache-control": "private, no-store",
  "content-disposition": 'attachment; filename="my-data.zip"',
};

/** Registers what customers do with their account: deletion, copies of their data, unbinding of WeChat. */
export function accountRoutes(
  app: FastifyInstance,
  guard: Guard,
  services: { deletion: AccountDeletionService; copies: DataCopyService; wechat: WechatUnbindService },
): void {
  const { deletion, copies, wechat } = services;
  registerEndpoints(app, { endpoints: accountEndpoints, schemas: accountSchemas }, guard, {
    deletion: ({ customerId }) => deletion.describe(customerId),
    sendDeletionCode: ({ customerId, query, client }) => deletion.sendCode(customerId, query ?? {}, client),
    requestDeletion: ({ customerId, body, client }) => deletion.request(customerId, body.code, client),
    cancelDeletion: async ({ customerId }) => {
      await deletion.cancel(customerId);
      return null;
    },
    dataCopies: ({ customerId }) => copies.list(customerId),
    requestDataCopy: ({ customerId, body }) => copies.request(customerId, body.client_key),
    unbindWechat: async ({ customerId, tokenHash }) => {
      await wechat.unbind({ userId: customerId, tokenHash });
      return null;
    },
  });
  app.route<{ Params: { id: string }; Querystring: Partial<SignedQuery> }>({
    method: "GET",
    url: dataCopyUrl(":id"),
    exposeHeadRoute: false,
    schema: {
      summary: "A copy of a customer's data",
      description: "A ZIP archive, for the token of its owner or a signed link.",
      security: [{ bearer: [] }],
    },
    handler: async (request, reply) => {
      const { params, query } = request;
      const open = async () => {
        if (query.signature !== undefined) return await copies.openSigned(params.id, query);
        const { subjectId } = await authenticateAs(request, guard, "customer");
        return await copies.open(subjectId, params.id);
      };
      const { body, bytes } = await app.withLoadShedding(open);
      return reply.headers(archiveHeaders).type("application/zip").header("content-length", bytes).send(body);
    },
  });
}
