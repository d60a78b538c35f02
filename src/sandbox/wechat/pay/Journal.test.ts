import { appendFile, readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { temporaryFolder } from "../../testing/testSandbox.ts";
import { Journal } from "./Journal.ts";
import type { BookEvent } from "./payTypes.ts";

const event = (outTradeNo: string): BookEvent => ({
  type: "closed",
  outTradeNo,
  at: "2026-11-20T00:00:00.000Z",
});

function write(path: string, ...events: BookEvent[]): void {
  const journal = new Journal(path);
  for (const one of events) journal.append(one);
  journal.close();
}

function read(path: string): readonly BookEvent[] {
  const journal = new Journal(path);
  journal.close();
  return journal.events;
}

test("what was appended is there in the next process", async () => {
  const path = join(await temporaryFolder(), "deep", "pay.jsonl");
  write(path, event("a"));
  write(path, event("甲"));
  expect(read(path)).toEqual([event("a"), event("甲")]);
});

test("a torn last line is ignored and gone after the next append", async () => {
  const path = join(await temporaryFolder(), "pay.jsonl");
  write(path, event("a"));
  await appendFile(path, '{"type":"closed","outTra');
  expect(read(path)).toEqual([event("a")]);
  expect(await readFile(path, "utf8")).toContain("outTra");
  write(path, event("b"));
  expect(read(path)).toEqual([event("a"), event("b")]);
});

test("damage before the end is an error that names the line", async () => {
  const path = join(await temporaryFolder(), "pay.jsonl");
  write(path, event("a"));
  await appendFile(path, "damage\n");
  expect(() => read(path)).toThrow(/whose line 2 is damaged/);
});
