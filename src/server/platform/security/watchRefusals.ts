import type { FastifyInstance, FastifyRequest } from "fastify";
import type { ErrorWord } from "#contract/errors.ts";
import type { SecurityKind } from "#contract/head-office/security.schema.ts";
import { maskPhone, parsePhone } from "#contract/phone.ts";
import { AppError } from "../AppError.ts";
import { callerOf } from "../bind.ts";
import type { SecurityLog } from "./SecurityLog.ts";

const prefix = "/api/v1/";

/** What a refusal is; null for those that are nobody's attack. */
function kindOf(word: ErrorWord, call: string): SecurityKind | null {
  if (word === "forbidden") return "refused";
  if (word === "bad_pin") return "wrong_pin";
  if (word === "card_locked") return "pin_locked";
  // WeChat's codes are no secrets that anybody could try.
  if (word !== "bad_code" || call.startsWith("wechat/")) return null;
  return call.startsWith("service_auth/") ? "wrong_staff_code" : "wrong_code";
}

/** Who calls, or the number that somebody tries to log in with. */
function subjectOf(request: FastifyRequest): string {
  const caller = callerOf(request);
  const id = caller?.staffId || caller?.customerId;
  if (id) return id;
  const typed = (request.body as { phone?: unknown } | null | undefined)?.phone;
  const phone = typeof typed === "string" ? parsePhone(typed) : null;
  return phone === null ? "" : maskPhone(phone);
}

/** Notes every refusal that may be part of an attack: wrong codes and PINs, and calls that are not for who makes them. */
export function watchRefusals(app: FastifyInstance, security: SecurityLog): void {
  app.addHook("onError", async (request, _reply, error) => {
    if (!(error instanceof AppError)) return;
    const call = (request.routeOptions.url ?? "").replace(prefix, "");
    const kind = kindOf(error.word, call);
    if (kind !== null) security.record({ kind, subject: subjectOf(request), ip: request.ip, what: call });
  });
  app.addHook("onClose", async () => {
    await security.flush().catch((err: unknown) => app.log.warn({ err }, "security events are lost"));
  });
}
