import { appendFile, readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { createTemporaryFolder } from "../testing/testSandbox.ts";
import { EventLog } from "./EventLog.ts";
import type { LoggedEvent } from "./payTypes.ts";

const event = (outTradeNo: string): LoggedEvent => ({
  type: "closed",
  outTradeNo,
  at: "2026-11-20T00:00:00.000Z",
});

function write(path: string, ...events: LoggedEvent[]): void {
  const eventLog = new EventLog(path);
  for (const one of events) eventLog.append(one);
  eventLog.close();
}

function read(path: string): readonly LoggedEvent[] {
  const eventLog = new EventLog(path);
  eventLog.close();
  return eventLog.events;
}

test("appended events are read back by the next process", async () => {
  const path = join(await createTemporaryFolder(), "deep", "pay.jsonl");
  write(path, event("a"));
  write(path, event("甲"));
  expect(read(path)).toEqual([event("a"), event("甲")]);
});

test("a torn last line is ignored and removed by the next append", async () => {
  const path = join(await createTemporaryFolder(), "pay.jsonl");
  write(path, event("a"));
  await appendFile(path, '{"type":"closed","outTra');
  expect(read(path)).toEqual([event("a")]);
  expect(await readFile(path, "utf8")).toContain("outTra");
  write(path, event("b"));
  expect(read(path)).toEqual([event("a"), event("b")]);
});

test("damage before the end is an error that names the line", async () => {
  const path = join(await createTemporaryFolder(), "pay.jsonl");
  write(path, event("a"));
  await appendFile(path, "damage\n");
  expect(() => read(path)).toThrow(/whose line 2 is damaged/);
});
