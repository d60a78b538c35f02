import { expect } from "vitest";
import { errors } from "#contract/errors.ts";

const internalsPattern =
  /node_modules|\bat \S+ \(|\.ts:\d+|\bselect \S+ from\b|\binsert into\b|drizzle|postgres|SQLSTATE|syntax error/i;

/** The relevant parts of an HTTP response. */
export interface HttpResponse {
  statusCode: number;
  headers: Record<string, unknown>;
  body: string;
}

/**
 * Fails unless a response follows the contract: the envelope, an error code of the closed list, and no
 * internal details.
 */
export function expectEnvelope(response: HttpResponse, sent: unknown): void {
  const context = `${response.statusCode} ${response.body.slice(0, 300)} for ${JSON.stringify(sent)?.slice(0, 300)}`;
  expect(response.headers["x-request-id"], context).toMatch(/^[\da-f-]{36}$/);
  expect(response.headers["content-type"], context).toMatch(/^application\/json/);
  const body = JSON.parse(response.body) as { code: number; msg: string; data: { error?: string } | null };
  expect(Object.keys(body).sort(), context).toEqual(["code", "data", "msg"]);
  expect(body.code, context).toBe(response.statusCode);
  expect(body.msg.length, context).toBeGreaterThan(0);
  if (response.statusCode === 200) return;
  const errorCode = body.data?.error ?? "";
  expect(Object.keys(errors), context).toContain(errorCode);
  expect(errors[errorCode as keyof typeof errors][0], context).toBe(response.statusCode);
  expect(response.body, context).not.toMatch(internalsPattern);
}
