import { mkdir, mkdtemp, readdir, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { createSocketFolder } from "./socket-folder.ts";

let place = "";
beforeEach(async () => {
  place = await mkdtemp(join(tmpdir(), "shidan-sockets-"));
});
afterEach(() => rm(place, { recursive: true }));

test("a new folder is private and replaces the one left by a killed run on the same data", async () => {
  const stale = await createSocketFolder("/data/one", undefined, [place]);
  const other = await createSocketFolder("/data/two", undefined, [place]);
  const fresh = await createSocketFolder("/data/one", undefined, [place]);
  expect(fresh).not.toBe(stale);
  expect((await stat(fresh)).mode & 0o777).toBe(0o700);
  expect((await readdir(place)).map((name) => join(place, name)).sort()).toEqual([fresh, other].sort());
});

test("a parent whose path is too long for a socket is skipped, or named in the error", async () => {
  const deep = join(place, "x".repeat(90));
  await mkdir(deep);
  expect(await createSocketFolder("/data", undefined, [deep, place])).toMatch(`${place}/shidan-`);
  await expect(createSocketFolder("/data", undefined, [deep])).rejects.toThrow(/short enough for a socket/);
});
