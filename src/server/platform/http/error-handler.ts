import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { ErrorCode } from "#contract/errors.ts";
import { formatFieldError } from "#contract/field-errors.ts";
import { isDatabaseUnavailable } from "../database/database-errors.ts";
import { AppError, invalid } from "./AppError.ts";
import { isPageRequest, renderErrorPage } from "./error-page.ts";
import { errorBody } from "./register-endpoints.ts";
import { noteFailure } from "./request-log.ts";

const codeByStatus: Record<number, ErrorCode> = {
  400: "validation",
  404: "not_found",
  405: "method_not_allowed",
  413: "payload_too_large",
  415: "unsupported_media_type",
  429: "rate_limited",
  503: "unavailable",
};

/** Returns an endpoint's path without its prefix, as used by the field labels. */
function endpointPath(request: FastifyRequest): string {
  return (request.routeOptions.url ?? "").replace("/api/v1/", "");
}

/** Returns the first required field of the body, for a body that is missing or no object. */
function firstRequired(request: FastifyRequest): string | undefined {
  const { body } = (request.routeOptions.schema ?? {}) as { body?: { required?: string[] } };
  return body?.required?.[0];
}

/** Converts validation errors to a 400 that names the first wrong field and what is wrong with it. */
function toValidationError(
  [first]: NonNullable<FastifyError["validation"]>,
  request: FastifyRequest,
): AppError {
  const property = first?.params.missingProperty ?? first?.params.additionalProperty;
  const path = first?.instancePath.slice(1).replaceAll("/", ".");
  const field = [path, property].filter(Boolean).join(".");
  if (first === undefined) return new AppError("validation");
  if (field === "") {
    const required = firstRequired(request);
    if (required === undefined) return new AppError("validation", { field });
    return invalid(formatFieldError(endpointPath(request), required, { rule: "required" }), required);
  }
  const violation = { rule: first.keyword, limit: Number(first.params.limit) };
  return invalid(formatFieldError(endpointPath(request), field, violation), field);
}

/** Converts any failure to an AppError; unexpected ones become a bare 500. */
export function toAppError(error: FastifyError | Error, request: FastifyRequest): AppError {
  if (error instanceof AppError) return error;
  if ("validation" in error && error.validation) return toValidationError(error.validation, request);
  if (isDatabaseUnavailable(error)) return new AppError("unavailable", {}, undefined, 2);
  const status = "statusCode" in error ? error.statusCode : undefined;
  const code = status === undefined ? undefined : codeByStatus[status];
  if (code !== undefined) return new AppError(code);
  return new AppError(status !== undefined && status >= 400 && status < 500 ? "validation" : "internal");
}

function sendError(request: FastifyRequest, reply: FastifyReply, error: FastifyError | Error): void {
  const appError = toAppError(error, request);
  if (appError.status >= 500) {
    // Rejections by load shedding are intended; the failing dependency logs its own error.
    const level = error instanceof AppError && error.code === "unavailable" ? "warn" : "error";
    noteFailure(request, error, level);
  }
  const retryAfter = appError.retryAfterS ?? (appError.code === "rate_limited" ? 60 : null);
  if (retryAfter !== null) reply.header("retry-after", retryAfter);
  reply.status(appError.status);
  if (isPageRequest(request))
    reply
      .header("cache-control", "no-store")
      .type("text/html; charset=utf-8")
      .send(renderErrorPage(appError.code));
  else reply.send(errorBody(appError));
}

/** Handles a path that cannot be parsed; it reaches no route and no hook, so its headers are set here. */
export function frameworkErrorHandler(
  error: FastifyError,
  request: FastifyRequest,
  reply: FastifyReply,
): void {
  reply.header("x-request-id", request.id).header("cache-control", "no-store");
  sendError(request, reply, error);
}

/** Sends failures and unknown API paths in the response format of the contract. */
export function registerErrorHandler(app: FastifyInstance): void {
  app.setErrorHandler<FastifyError>((error, request, reply) => sendError(request, reply, error));
}
