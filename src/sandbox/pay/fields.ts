import { isIP } from "node:net";
import { PayError } from "./payTypes.ts";

/** A JSON object from outside, not validated yet. */
export type Json = Record<string, unknown>;

function paramError(name: string, reason: string): PayError {
  return new PayError(400, "PARAM_ERROR", `参数“${name}”${reason}`);
}

/** Parses the request's body as an object. Throws 400 PARAM_ERROR. */
export function parseJsonObject(body: Buffer): Json {
  try {
    const value: unknown = JSON.parse(body.toString("utf8"));
    if (typeof value === "object" && value !== null && !Array.isArray(value)) return value as Json;
  } catch {
    throw new PayError(400, "PARAM_ERROR", "请求体不是合法的JSON");
  }
  throw new PayError(400, "PARAM_ERROR", "请求体必须是JSON对象");
}

/** Reads a required object inside the body. */
export function objectField(body: Json, name: string): Json {
  const value = body[name];
  if (typeof value !== "object" || value === null || Array.isArray(value))
    throw paramError(name, "缺失或不是对象");
  return value as Json;
}

/** Reads a required text of 1 to `max` characters. */
export function textField(body: Json, name: string, max: number): string {
  const value = body[name];
  if (typeof value !== "string" || value === "") throw paramError(name, "缺失或不是字符串");
  if ([...value].length > max) throw paramError(name, `长度不能超过${max}`);
  return value;
}

/** Reads an optional text; null when absent. */
export function optionalText(body: Json, name: string, max: number): string | null {
  return body[name] === undefined || body[name] === null ? null : textField(body, name, max);
}

/** Reads a merchant's order or refund number: characters and lengths as WeChat Pay allows them. */
export function numberField(body: Json, name: string, min: number, max: number): string {
  const value = textField(body, name, max);
  if (value.length < min || !/^[0-9A-Za-z_\-|*@]+$/.test(value)) throw paramError(name, "格式不正确");
  return value;
}

/** Reads a required whole number of fen, at least 1. */
export function fenField(body: Json, name: string): number {
  const value = body[name];
  if (typeof value !== "number" || !Number.isInteger(value) || value < 1 || value > 1e10)
    throw paramError(name, "必须是大于0的整数，单位为分");
  return value;
}

/** Rejects any currency but CNY; `required` as in refunds. */
export function assertCurrency(amount: Json, required: boolean): void {
  if (amount.currency === undefined && !required) return;
  if (amount.currency !== "CNY") throw paramError("amount.currency", "只支持CNY");
}

/** Reads a notification address: absolute http(s) without query (the real provider also requires https). */
export function notifyUrlField(body: Json): string {
  const value = textField(body, "notify_url", 255);
  const url = URL.canParse(value) ? new URL(value) : null;
  if (!url || !/^https?:$/.test(url.protocol) || url.search || url.hash)
    throw paramError("notify_url", "必须是不带参数的完整网址");
  return value;
}

/** Reads the payment deadline as RFC 3339, null when absent. */
export function timeExpireField(body: Json): string | null {
  const value = optionalText(body, "time_expire", 64);
  if (value === null) return null;
  if (
    !/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)$/.test(value) ||
    Number.isNaN(Date.parse(value))
  )
    throw paramError("time_expire", "格式不正确");
  return new Date(value).toISOString();
}

/** Validates the payer's scene that H5 payment requires: a client address and the kind of browser. */
export function assertH5Scene(body: Json): void {
  const scene = objectField(body, "scene_info");
  if (!isIP(textField(scene, "payer_client_ip", 45)))
    throw paramError("scene_info.payer_client_ip", "不是合法的IP");
  textField(objectField(scene, "h5_info"), "type", 32);
}
