import { existsSync } from "node:fs";
import { mkdir, mkdtemp, readdir, rename, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { Readable } from "node:stream";
import type { FastifyBaseLogger } from "fastify";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { withBackupLock } from "#server/backup/physical/backup-lock.ts";
import { createBaseBackup, readSystemIdentifier } from "#server/backup/physical/base-backup.ts";
import { listBases } from "#server/backup/physical/base-manifest.ts";
import { FolderBackupStorage } from "#server/backup/physical/FolderBackupStorage.ts";
import { shipLeftWal } from "#server/backup/physical/ship-wal.ts";
import { WalShipper } from "#server/backup/physical/WalShipper.ts";
import { parseConfig } from "#server/config.ts";
import { BackupRunner } from "#server/modules/backup/BackupRunner.ts";
import {
  type EmbeddedPostgres,
  startEmbeddedPostgres,
} from "#server/platform/embedded-postgres/start-embedded-postgres.ts";
import { query } from "../../src/server/platform/embedded-postgres/fixtures/test-harness.ts";
import { waitOptions } from "../support/api/waitOptions.ts";

const other = "manifests/20261101T000000Z-8800000000000000001.json.gz";
let folder: string;
let dataDir: string;
let place: string;
let storage: FolderBackupStorage;
let database: EmbeddedPostgres;
let runner: BackupRunner;
let system: string;

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "shidan-runner-"));
  [dataDir, place] = [path.join(folder, "data"), path.join(folder, "place")];
  await mkdir(place);
  storage = new FolderBackupStorage(place);
  const settings = { fsync: "off" };
  database = await startEmbeddedPostgres({ dataDir, archivesWal: true, settings, log: () => undefined });
  system = await readSystemIdentifier(dataDir);
  runner = createRunner();
});

afterEach(async () => {
  await database.stop();
  await rm(folder, { recursive: true, force: true });
});

function createRunner(): BackupRunner {
  const ignore = () => undefined;
  const log = { info: ignore, warn: ignore, error: ignore } as unknown as FastifyBaseLogger;
  const config = parseConfig({
    DATA_DIR: dataDir,
    FILES_DIR: path.join(folder, "pictures"),
    BACKUP_DIR: place,
  });
  return new BackupRunner({ config, clock: { now: () => new Date() }, log, storage, days: 7 });
}

const listBaseFolders = async () => {
  const at = path.join(place, system, "base");
  return existsSync(at) ? await readdir(at) : [];
};

test("a new database at the place of another one is not backed up, which is a problem, until it is asked for", async () => {
  await storage.write(other, Readable.from(["of another database"]));
  await storage.write("pictures/aa/lost.webp", Readable.from(["its picture"]));
  await runner.backUpIfDue();
  expect(runner.state).toMatchObject({ base: null, problems: ["other_database"] });
  expect(await storage.exists("pictures/aa/lost.webp")).toBe(true);
  expect(await listBases(storage)).toHaveLength(1);
  const shipper = new WalShipper(storage, dataDir, system);
  await createBaseBackup({
    url: database.url,
    dataFolder: dataDir,
    filesFolder: null,
    storage,
    shipper,
    warn: expect.fail,
  });
  await runner.backUpIfDue();
  expect(runner.state).toMatchObject({ base: expect.any(Date), problems: [] });
});

test("a complete base backup counts although old ones cannot be removed, which is a problem of its own", async () => {
  await runner.backUpIfDue();
  expect(runner.state.problems).toEqual([]);
  const [base] = await listBases(storage);
  await writeFile(path.join(place, "manifests", `20200101T000000Z-${system}.json.gz`), "no gzip file");
  // The newest one that can be read counts after a restart; the one that is lost is made anew.
  await rm(path.join(place, "manifests", `${base?.id}-${system}.json.gz`));
  runner = createRunner();
  await runner.shipWal();
  await runner.backUpIfDue();
  expect(runner.state).toMatchObject({ base: expect.any(Date), problems: ["removal"] });
  await runner.backUpIfDue();
  expect(await listBases(storage)).toHaveLength(2);
});

test("old backups are not removed while another process makes one", async () => {
  const removed: unknown[] = [];
  await withBackupLock({ url: database.url }, async () => {
    const second = withBackupLock({ url: database.url }, async () => removed.push("removed"));
    await expect(second).rejects.toThrow("Another process makes a base backup or removes old ones");
  });
  expect(removed).toEqual([]);
});

test("a base backup that fails midway removes its own files", async () => {
  const write = vi.spyOn(storage, "write").mockImplementation(async (name, content, signal) => {
    if (name.includes("pg_control")) throw new Error("the place is full");
    await FolderBackupStorage.prototype.write.call(storage, name, content, signal);
  });
  await expect(runner.backUpIfDue()).rejects.toThrow("the place is full");
  expect(write.mock.calls.length).toBeGreaterThan(1);
  expect(await listBaseFolders()).toEqual([]);
});

test("a stop ends a base backup at once", async () => {
  let begun = false;
  vi.spyOn(storage, "write").mockImplementation(
    (_name, _content, signal) =>
      new Promise((_resolve, reject) => {
        begun = true;
        signal?.addEventListener("abort", () => reject(signal.reason));
      }),
  );
  const backup = runner.backUpIfDue();
  await vi.waitFor(() => expect(begun).toBe(true), waitOptions);
  runner.stop();
  await backup;
  expect(await listBases(storage)).toEqual([]);
  vi.restoreAllMocks();
  await database.stop();
  expect(await new WalShipper(storage, dataDir, system).ship()).not.toEqual([]);
});

test("the folder for backups is not created anew when it is away", async () => {
  await rm(place, { recursive: true });
  await query(database.url, "select pg_switch_wal()");
  await vi.waitFor(
    () => expect(runner.shipWal()).rejects.toThrow("does not exist: mount its disk"),
    waitOptions,
  );
  await expect(runner.backUpIfDue()).rejects.toThrow("does not exist: mount its disk");
  expect(existsSync(place)).toBe(false);
});

test("WAL beside a database that is gone is stored under the database that it names", async () => {
  await query(database.url, "select pg_switch_wal()");
  await database.stop();
  await rename(path.join(dataDir, "postgres"), path.join(folder, "lost"));
  await shipLeftWal(storage, dataDir, "8800000000000000001");
  expect(await readdir(path.join(dataDir, "wal-archive"))).toEqual([]);
  expect((await storage.list(`${system}/wal/`)).length).toBeGreaterThan(0);
});
