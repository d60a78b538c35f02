import type { FastifyReply } from "fastify";

/** Answers a success, with data where the call has some. */
export function success(data?: unknown) {
  return data === undefined ? { code: 200, msg: "ok" } : { code: 200, msg: "ok", data };
}

/** A refusal with nothing but a sentence. */
export function failure(reply: FastifyReply, status: number, msg: string) {
  reply.code(status);
  return { code: status, msg };
}
