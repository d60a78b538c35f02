import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { Readable } from "node:stream";
import { afterEach, beforeEach, expect, test } from "vitest";
import {
  type BaseManifest,
  basePrefix,
  manifestFormat,
  manifestVersion,
  walPrefix,
  writeManifest,
  zip,
} from "./base-manifest.ts";
import { FolderBackupStorage } from "./FolderBackupStorage.ts";
import { planRestore } from "./restore-plan.ts";
import { removeOldBackups } from "./retention.ts";

const system = "7712818483029242825";
let folder: string;
let storage: FolderBackupStorage;

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "shidan-plan-"));
  storage = new FolderBackupStorage(folder);
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const segment = (number: number, timeline = 1) =>
  `0000000${timeline}00000000${number.toString(16).toUpperCase().padStart(8, "0")}`;

async function addWal(...names: string[]): Promise<void> {
  for (const name of names)
    await storage.write(`${walPrefix(system)}${name}.gz`, zip(Readable.from([`content of ${name}`])));
}

/** Adds a base backup of a day in November that began in a segment and ended in it. */
async function addBase(day: number, number: number, timeline = 1): Promise<BaseManifest> {
  const date = `2026-11-${String(day).padStart(2, "0")}`;
  const base: BaseManifest = {
    format: manifestFormat,
    version: manifestVersion,
    id: `${date.replaceAll("-", "")}T000000Z`,
    system,
    major: 17,
    timeline,
    startedAt: `${date}T00:00:00.000Z`,
    completedAt: `${date}T00:01:00.000Z`,
    startWal: segment(number, timeline),
    endWal: segment(number, timeline),
    endLsn: `0/${(number * 16 * 1024 * 1024 + 500).toString(16).toUpperCase()}`,
    label: "",
    folders: [],
    files: [],
    pictures: [`aa/picture-of-${day}.webp`],
  };
  await storage.write(`${basePrefix(base)}PG_VERSION.gz`, zip(Readable.from(["17"])));
  await storage.write(`pictures/aa/picture-of-${day}.webp`, Readable.from(["a picture"]));
  await writeManifest(storage, base);
  return base;
}

const plan = (at: string | null = null, timeline: number | null = null) =>
  planRestore(storage, { at: at === null ? null : new Date(at), timeline });

test("the newest state begins with the newest base backup, and a time with the one before it", async () => {
  await addBase(1, 2);
  await addBase(2, 4);
  await addWal(...[2, 3, 4, 5].map((number) => segment(number)));
  expect(await plan()).toMatchObject({
    base: { startWal: segment(4) },
    lastSegment: segment(5),
    missing: null,
  });
  const earlier = await plan("2026-11-01T12:00:00Z");
  expect(earlier).toMatchObject({
    base: { startWal: segment(2) },
    wal: [2, 3, 4, 5].map((nth) => segment(nth)),
  });
  await expect(plan("2026-11-01T00:00:30Z")).rejects.toThrow("There is no base backup, complete before");
});

test("a WAL file that is missing is named, unless the time to restore to may be before it", async () => {
  await addBase(1, 2);
  await addWal(segment(2), segment(3), segment(5));
  await expect(plan()).rejects.toThrow(`The WAL file ${segment(4)} is missing`);
  expect(await plan("2026-11-01T12:00:00Z")).toMatchObject({ lastSegment: segment(3), missing: segment(4) });
  await rm(path.join(folder, walPrefix(system), `${segment(2)}.gz`));
  await expect(plan("2026-11-01T12:00:00Z")).rejects.toThrow(`The WAL file ${segment(2)} is missing`);
});

test("a base backup from after an earlier restore's time belongs to the timeline that was left", async () => {
  await addBase(1, 2);
  await addBase(2, 6);
  await addWal(...[2, 3, 4, 5, 6, 7].map((number) => segment(number)), segment(4, 2), segment(5, 2));
  await storage.write(
    `${walPrefix(system)}00000002.history.gz`,
    zip(Readable.from(["1\t0/4000100\tbefore 2026-11-01 12:00\n"])),
  );
  expect(await plan()).toMatchObject({
    base: { startWal: segment(2) },
    timeline: 2,
    lastSegment: segment(5, 2),
  });
  expect(await plan(null, 1)).toMatchObject({ base: { startWal: segment(6) }, timeline: 1 });
  await expect(plan(null, 3)).rejects.toThrow("There is no timeline 3");
});

test("what no restore since the kept time needs is removed, and nothing else", async () => {
  for (const [day, number] of [
    [1, 2],
    [2, 4],
    [3, 6],
  ] as const)
    await addBase(day, number);
  await addWal(...[1, 2, 3, 4, 5, 6].map((nth) => segment(nth)), `${segment(2)}.00000028.backup`);
  await storage.write(`${system}/base/20261102T120000Z/half.gz`, Readable.from(["of a killed backup"]));
  await removeOldBackups({
    storage,
    system,
    keepFrom: new Date("2026-11-02T12:00:00Z"),
    filesFolder: path.join(folder, "none"),
  });
  const names = (await storage.list("")).map(({ name }) => name);
  expect(names).toEqual([
    `${system}/base/20261102T000000Z/PG_VERSION.gz`,
    `${system}/base/20261103T000000Z/PG_VERSION.gz`,
    ...[4, 5, 6].map((nth) => `${walPrefix(system)}${segment(nth)}.gz`),
    `manifests/20261102T000000Z-${system}.json.gz`,
    `manifests/20261103T000000Z-${system}.json.gz`,
    "pictures/aa/picture-of-2.webp",
    "pictures/aa/picture-of-3.webp",
  ]);
  expect(await plan("2026-11-02T12:00:00Z")).toMatchObject({ missing: null });
});
