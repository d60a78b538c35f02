import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { authenticateAs, type Guard } from "./caller.ts";

interface StaffFileOptions {
  url: string;
  summary: string;
  description: string;
  /** Sends the file to a member of staff, whose role it checks. */
  send: (staffId: string, request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>;
}

/** Registers an address that answers members of staff with a file instead of the contract's envelope. */
export function registerStaffFile(
  app: FastifyInstance,
  guard: Guard,
  { url, summary, description, send }: StaffFileOptions,
): void {
  app.route({
    method: "GET",
    url,
    exposeHeadRoute: false,
    schema: { summary, description, security: [{ bearer: [] }] },
    handler: async (request, reply) => {
      const { subjectId } = await app.withLoadShedding(() => authenticateAs(request, guard, "staff"));
      return await send(subjectId, request, reply);
    },
  });
}
