import { writeFile } from "node:fs/promises";
import path from "node:path";
import { Readable } from "node:stream";
import { afterEach, beforeEach, expect, test } from "vitest";
import { manifestObject, walPrefix } from "./base-manifest.ts";
import { BackupPlace, segment, system } from "./fixtures/BackupPlace.ts";
import { planRestore } from "./restore-plan.ts";
import { removeIncomplete, removeOldBackups } from "./retention.ts";

const other = "8800000000000000001";
let place: BackupPlace;

beforeEach(async () => {
  place = await BackupPlace.create();
});
afterEach(() => place.remove());

const removeOld = () =>
  removeOldBackups({
    storage: place.storage,
    system,
    keepFrom: new Date("2026-11-02T12:00:00Z"),
    filesFolder: path.join(place.folder, "none"),
  });

test("what no restore since the kept time needs is removed, and nothing else", async () => {
  for (const [day, number] of [
    [1, 2],
    [2, 4],
    [3, 6],
  ] as const)
    await place.addBase(day, number);
  await place.addWal(...[1, 2, 3, 4, 5, 6].map((nth) => segment(nth)), `${segment(2)}.00000028.backup`);
  await place.storage.write(`${system}/base/20261102T120000Z/half.gz`, Readable.from(["of a killed backup"]));
  await removeOld();
  expect(await place.listNames()).toEqual([
    `${system}/base/20261102T000000Z/PG_VERSION.gz`,
    `${system}/base/20261103T000000Z/PG_VERSION.gz`,
    ...[4, 5, 6].map((nth) => `${walPrefix(system)}${segment(nth)}.gz`),
    `manifests/20261102T000000Z-${system}.json.gz`,
    `manifests/20261103T000000Z-${system}.json.gz`,
    "pictures/aa/picture-of-2.webp",
    "pictures/aa/picture-of-3.webp",
  ]);
  const target = { system, at: new Date("2026-11-02T12:00:00Z"), timeline: null };
  expect(await planRestore(place.storage, target, expect.fail)).toMatchObject({ missing: null });
});

test("what the backups of other databases at the place need is kept, pictures above all", async () => {
  await place.addBase(1, 2, { of: other });
  await place.addBase(4, 2);
  const before = await place.listNames();
  await removeOld();
  expect(await place.listNames()).toEqual(before);
});

test("nothing is removed while a manifest of any database cannot be read", async () => {
  for (const day of [1, 2, 3]) await place.addBase(day, 2 * day);
  const damaged = await place.addBase(1, 2, { of: other });
  await writeFile(path.join(place.folder, manifestObject(damaged)), "no gzip file");
  const before = await place.listNames();
  await expect(removeOld()).rejects.toThrow(manifestObject(damaged));
  expect(await place.listNames()).toEqual(before);
});

test("a base backup that began after the newest complete one may be under way and is kept", async () => {
  await place.addBase(1, 2);
  const file = `${system}/base/20261101T120000Z/PG_VERSION.gz`;
  await place.storage.write(file, Readable.from(["17"]));
  await removeOld();
  expect(await place.listNames()).toContain(file);
});

test("an incomplete base backup is removed before a new one once it is a day old", async () => {
  await place.addBase(1, 2);
  for (const id of ["20261102T000000Z", "20261103T000001Z"])
    await place.storage.write(`${system}/base/${id}/PG_VERSION.gz`, Readable.from(["17"]));
  const startedAt = new Date("2026-11-04T00:00:00Z");
  await removeIncomplete(place.storage, { system, id: "20261104T000000Z", startedAt });
  const bases = (await place.storage.list(`${system}/base/`)).map(({ name }) => name.split("/")[2]);
  expect(bases).toEqual(["20261101T000000Z", "20261103T000001Z"]);
});
