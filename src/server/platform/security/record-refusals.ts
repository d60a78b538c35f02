import type { FastifyInstance, FastifyRequest } from "fastify";
import type { ErrorCode } from "#contract/errors.ts";
import { maskPhone, parsePhone } from "#contract/phone.ts";
import type { SecurityEventKind } from "#contract/staff/admin/security.schema.ts";
import { AppError } from "../http/AppError.ts";
import { findCaller } from "../http/caller.ts";
import type { SecurityLog } from "./SecurityLog.ts";

const prefix = "/api/v1/";

/** Returns the security event of an error; null for errors that indicate no attack. */
function toSecurityKind(code: ErrorCode, endpoint: string): SecurityEventKind | null {
  if (code === "forbidden") return "refused";
  if (code === "bad_pin") return "wrong_pin";
  if (code === "card_locked") return "pin_locked";
  // WeChat's codes are no secrets that could be guessed.
  if (code !== "bad_code" || endpoint.startsWith("wechat/")) return null;
  return endpoint.startsWith("service_auth/") ? "wrong_staff_code" : "wrong_code";
}

/** Returns the caller's id, or the masked phone number of a login attempt. */
function describeSubject(request: FastifyRequest): string {
  const caller = findCaller(request);
  const id = caller?.staffId || caller?.customerId;
  if (id) return id;
  const typed = (request.body as { phone?: unknown } | null | undefined)?.phone;
  const phone = typeof typed === "string" ? parsePhone(typed) : null;
  return phone === null ? "" : maskPhone(phone);
}

/**
 * Records every refused request that may be part of an attack: wrong codes and PINs, and forbidden endpoints.
 */
export function recordRefusals(app: FastifyInstance, security: SecurityLog): void {
  app.addHook("onError", async (request, _reply, error) => {
    if (!(error instanceof AppError)) return;
    const endpoint = (request.routeOptions.url ?? "").replace(prefix, "");
    const kind = toSecurityKind(error.code, endpoint);
    if (kind !== null)
      security.record({ kind, subject: describeSubject(request), ip: request.ip, detail: endpoint });
  });
  app.addHook("onClose", async () => {
    await security.flush().catch((err: unknown) => app.log.warn({ err }, "security events are lost"));
  });
}
