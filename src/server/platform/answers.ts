import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { ErrorWord } from "#contract/errors.ts";
import { AppError } from "./AppError.ts";
import { failureReply } from "./bind.ts";
import { pgCode } from "./Database.ts";

const statusWords: Record<number, ErrorWord> = {
  400: "validation",
  404: "not_found",
  405: "method_not_allowed",
  413: "payload_too_large",
  415: "unsupported_media_type",
  429: "rate_limited",
  503: "unavailable",
};

/** PostgreSQL's classes 08 (connection), 53 (resources), 57P (operator intervention) and the time-outs 55P03, 57014. */
const databaseAway = /^(08|53|57P|55P03|57014)/;
const networkAway = new Set(["ECONNREFUSED", "ECONNRESET", "ENOENT", "EPIPE"]);
const poolAway = /timeout exceeded when trying to connect|Connection terminated|connection timeout/i;

function isDatabaseAway(error: unknown): boolean {
  const code = pgCode(error) ?? "";
  if (databaseAway.test(code) || networkAway.has(code)) return true;
  for (let at: unknown = error; at instanceof Error; at = at.cause)
    if (poolAway.test(at.message)) return true;
  return false;
}

function fieldOf(error: FastifyError): string | undefined {
  const first = error.validation?.[0];
  if (first === undefined) return undefined;
  const named = first.params.missingProperty ?? first.params.additionalProperty;
  return [first.instancePath.slice(1).replaceAll("/", "."), named].filter(Boolean).join(".");
}

/** Turns any failure into one of the closed list; what nobody expected becomes a bare 500. */
export function toAppError(error: FastifyError | Error): AppError {
  if (error instanceof AppError) return error;
  if ("validation" in error && error.validation) return new AppError("validation", { field: fieldOf(error) });
  if (isDatabaseAway(error)) return new AppError("unavailable", {}, undefined, 2);
  const status = "statusCode" in error ? error.statusCode : undefined;
  const word = status === undefined ? undefined : statusWords[status];
  if (word !== undefined) return new AppError(word);
  return new AppError(status !== undefined && status >= 400 && status < 500 ? "validation" : "internal");
}

function sendFailure(request: FastifyRequest, reply: FastifyReply, error: FastifyError | Error): void {
  const failure = toAppError(error);
  if (failure.status >= 500) request.log.error({ err: error }, "request failed");
  const retryAfter = failure.retryAfterS ?? (failure.word === "rate_limited" ? 60 : null);
  if (retryAfter !== null) reply.header("retry-after", retryAfter);
  reply.status(failure.status).send(failureReply(failure));
}

/** Answers a path that cannot even be read; it reaches no route and no hook, so its headers are set here. */
export function answerUnreadable(error: FastifyError, request: FastifyRequest, reply: FastifyReply): void {
  reply.header("x-request-id", request.id).header("cache-control", "no-store");
  sendFailure(request, reply, error);
}

/** Answers failures and unknown API paths in the one shape of the contract. */
export function answerFailures(app: FastifyInstance): void {
  app.setErrorHandler<FastifyError>((error, request, reply) => sendFailure(request, reply, error));
}
