import { expect, test } from "vitest";
import { IdempotentRequest } from "./IdempotentRequest.ts";

const keys: string[] = [];
const succeed = async (key: string) => keys.push(key);
const fail = async (key: string) => {
  keys.push(key);
  throw new Error("no response");
};

test("a retry keeps its key until it succeeds; another input, and the same one again, get new keys", async () => {
  const request = new IdempotentRequest();
  await expect(request.send({ points: 1 }, fail)).rejects.toThrow("no response");
  await request.send({ points: 1 }, succeed);
  await request.send({ points: 1 }, succeed);
  await request.send({ points: 2 }, fail).catch(() => undefined);
  await request.send({ points: 3 }, succeed);
  const [first, retry, ...others] = keys;
  expect(retry).toBe(first);
  expect(new Set([first, ...others]).size).toBe(4);
});
