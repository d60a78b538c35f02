import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { ErrorWord } from "#contract/errors.ts";
import { fieldMessage } from "#contract/fieldMessages.ts";
import { AppError, invalid } from "./AppError.ts";
import { failureReply } from "./bind.ts";
import { isDatabaseAway } from "./databaseAway.ts";
import { refusalDocument, wantsDocument } from "./documents/refusal.ts";

const statusWords: Record<number, ErrorWord> = {
  400: "validation",
  404: "not_found",
  405: "method_not_allowed",
  413: "payload_too_large",
  415: "unsupported_media_type",
  429: "rate_limited",
  503: "unavailable",
};

/** The path of a call without its prefix, as the labels of fields name it. */
function callOf(request: FastifyRequest): string {
  return (request.routeOptions.url ?? "").replace("/api/v1/", "");
}

/** What a call needs first of all; for a body that is missing or no object. */
function firstRequired(request: FastifyRequest): string | undefined {
  const { body } = (request.routeOptions.schema ?? {}) as { body?: { required?: string[] } };
  return body?.required?.[0];
}

/** A 400 that names the first wrong field and says what is wrong with it. */
function invalidInput([first]: NonNullable<FastifyError["validation"]>, request: FastifyRequest): AppError {
  const named = first?.params.missingProperty ?? first?.params.additionalProperty;
  const at = first?.instancePath.slice(1).replaceAll("/", ".");
  const field = [at, named].filter(Boolean).join(".");
  if (first === undefined) return new AppError("validation");
  if (field === "") {
    const required = firstRequired(request);
    if (required === undefined) return new AppError("validation", { field });
    return invalid(fieldMessage(callOf(request), required, { rule: "required" }), required);
  }
  const fault = { rule: first.keyword, limit: Number(first.params.limit) };
  return invalid(fieldMessage(callOf(request), field, fault), field);
}

/** Turns any failure into one of the closed list; what nobody expected becomes a bare 500. */
export function toAppError(error: FastifyError | Error, request: FastifyRequest): AppError {
  if (error instanceof AppError) return error;
  if ("validation" in error && error.validation) return invalidInput(error.validation, request);
  if (isDatabaseAway(error)) return new AppError("unavailable", {}, undefined, 2);
  const status = "statusCode" in error ? error.statusCode : undefined;
  const word = status === undefined ? undefined : statusWords[status];
  if (word !== undefined) return new AppError(word);
  return new AppError(status !== undefined && status >= 400 && status < 500 ? "validation" : "internal");
}

function sendFailure(request: FastifyRequest, reply: FastifyReply, error: FastifyError | Error): void {
  const failure = toAppError(error, request);
  if (failure.status >= 500) {
    // Who is told to come back was told on purpose; what is away tells so itself.
    const level = error instanceof AppError && error.word === "unavailable" ? "warn" : "error";
    request.log[level]({ err: error }, "request failed");
  }
  const retryAfter = failure.retryAfterS ?? (failure.word === "rate_limited" ? 60 : null);
  if (retryAfter !== null) reply.header("retry-after", retryAfter);
  reply.status(failure.status);
  if (wantsDocument(request))
    reply
      .header("cache-control", "no-store")
      .type("text/html; charset=utf-8")
      .send(refusalDocument(failure.word));
  else reply.send(failureReply(failure));
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
