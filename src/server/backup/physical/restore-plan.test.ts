import { rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { Readable } from "node:stream";
import { afterEach, beforeEach, expect, test } from "vitest";
import { manifestObject, walPrefix, zip } from "./base-manifest.ts";
import { chooseSystem } from "./choose-system.ts";
import { BackupPlace, segment, system } from "./fixtures/BackupPlace.ts";
import { planRestore } from "./restore-plan.ts";

const other = "8800000000000000001";
let place: BackupPlace;
let warnings: string[];

beforeEach(async () => {
  place = await BackupPlace.create();
  warnings = [];
});
afterEach(() => place.remove());

const plan = (at: string | null = null, timeline: number | null = null) =>
  planRestore(place.storage, { system, at: at === null ? null : new Date(at), timeline }, (line) =>
    warnings.push(line),
  );

test("the newest state begins with the newest base backup, and a time with the one before it", async () => {
  await place.addBase(1, 2);
  await place.addBase(2, 4);
  await place.addWal(...[2, 3, 4, 5].map((number) => segment(number)));
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
  await place.addBase(1, 2);
  await place.addWal(segment(2), segment(3), segment(5));
  await expect(plan()).rejects.toThrow(`The WAL file ${segment(4)} is missing`);
  expect(await plan("2026-11-01T12:00:00Z")).toMatchObject({ lastSegment: segment(3), missing: segment(4) });
  await rm(path.join(place.folder, walPrefix(system), `${segment(2)}.gz`));
  await expect(plan("2026-11-01T12:00:00Z")).rejects.toThrow(`The WAL file ${segment(2)} is missing`);
});

test("a base backup from after an earlier restore's time belongs to the timeline that was left", async () => {
  await place.addBase(1, 2);
  await place.addBase(2, 6);
  await place.addWal(...[2, 3, 4, 5, 6, 7].map((number) => segment(number)), segment(4, 2), segment(5, 2));
  await place.storage.write(
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

test("a base backup of another database is never chosen, however new it is", async () => {
  await place.addBase(1, 2);
  await place.addWal(segment(2));
  await place.addBase(5, 2, { of: other });
  expect(await plan()).toMatchObject({ base: { system, id: "20261101T000000Z" } });
});

test("a base backup whose manifest is damaged is passed over for the one before it, with a warning", async () => {
  await place.addBase(1, 2);
  const damaged = await place.addBase(2, 4);
  await place.addWal(...[2, 3, 4].map((number) => segment(number)));
  await writeFile(path.join(place.folder, manifestObject(damaged)), "no gzip file");
  expect(await plan()).toMatchObject({ base: { id: "20261101T000000Z" }, lastSegment: segment(4) });
  expect(warnings).toEqual([expect.stringContaining(manifestObject(damaged))]);
});

test("of several databases at a place one has to be named, and they are listed", async () => {
  await place.addBase(1, 2);
  expect(await chooseSystem(place.storage, null)).toBe(system);
  await place.addBase(5, 2, { of: other });
  expect(await chooseSystem(place.storage, other)).toBe(other);
  const listed = `  ${system}  newest base backup 2026-11-01 08:01:00, 0 MB before compression`;
  await expect(chooseSystem(place.storage, null)).rejects.toThrow(listed);
  await expect(chooseSystem(place.storage, "1")).rejects.toThrow(`  ${other}  newest base backup 2026-11-05`);
});
