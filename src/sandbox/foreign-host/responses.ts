import type { FastifyReply } from "fastify";

/** Builds a success response, with the data of the endpoint. */
export function success(data?: unknown) {
  return data === undefined ? { code: 200, msg: "ok" } : { code: 200, msg: "ok", data };
}

/** Sends a failure that consists of a message only. */
export function failure(reply: FastifyReply, status: number, msg: string) {
  reply.code(status);
  return { code: status, msg };
}
