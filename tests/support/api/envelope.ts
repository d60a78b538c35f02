import { expect } from "vitest";
import { errors } from "#contract/errors.ts";

const inner =
  /node_modules|\bat \S+ \(|\.ts:\d+|\bselect \S+ from\b|\binsert into\b|drizzle|postgres|SQLSTATE|syntax error/i;

/** The parts of an answer that matter here. */
export interface Told {
  statusCode: number;
  headers: Record<string, unknown>;
  body: string;
}

/** Fails unless an answer is the contract's: the envelope, a word of the closed list, and nothing of our insides. */
export function expectEnvelope(response: Told, sent: unknown): void {
  const told = `${response.statusCode} ${response.body.slice(0, 300)} for ${JSON.stringify(sent)?.slice(0, 300)}`;
  expect(response.headers["x-request-id"], told).toMatch(/^[\da-f-]{36}$/);
  expect(response.headers["content-type"], told).toMatch(/^application\/json/);
  const body = JSON.parse(response.body) as { code: number; msg: string; data: { error?: string } | null };
  expect(Object.keys(body).sort(), told).toEqual(["code", "data", "msg"]);
  expect(body.code, told).toBe(response.statusCode);
  expect(body.msg.length, told).toBeGreaterThan(0);
  if (response.statusCode === 200) return;
  const word = body.data?.error ?? "";
  expect(Object.keys(errors), told).toContain(word);
  expect(errors[word as keyof typeof errors][0], told).toBe(response.statusCode);
  expect(response.body, told).not.toMatch(inner);
}
