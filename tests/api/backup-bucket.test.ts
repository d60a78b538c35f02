import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createBaseBackup, readSystemIdentifier } from "#server/backup/physical/base-backup.ts";
import { PictureBackup } from "#server/backup/physical/PictureBackup.ts";
import { restoreDatabase } from "#server/backup/physical/restore.ts";
import { restorePictures } from "#server/backup/physical/restore-pictures.ts";
import { planRestore } from "#server/backup/physical/restore-plan.ts";
import { WalShipper } from "#server/backup/physical/WalShipper.ts";
import { parseConfig } from "#server/config.ts";
import { S3BackupStorage } from "#server/gateways/files/S3BackupStorage.ts";
import { startEmbeddedPostgres } from "#server/platform/embedded-postgres/start-embedded-postgres.ts";
import { s3Environment } from "../../src/sandbox/s3/s3.routes.ts";
import { type Sandbox, startSandbox } from "../../src/sandbox/startSandbox.ts";
import { query } from "../../src/server/platform/embedded-postgres/fixtures/test-harness.ts";
import { writeCredentials } from "../support/databases/writeCredentials.ts";

const picture = "ab/abcd.webp";
let folder: string;
let sandbox: Sandbox;
let storage: S3BackupStorage;

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "shidan-bucket-"));
  await writeCredentials(folder);
  sandbox = await startSandbox({ port: 0, dataDir: folder });
  const settings = Object.entries(s3Environment(sandbox.url)).map(([name, value]) => [
    `BACKUP_${name}`,
    value,
  ]);
  const { backup } = parseConfig(Object.fromEntries(settings));
  storage = new S3BackupStorage(backup!.s3!, path.join(folder, "upload"));
});

afterAll(async () => {
  storage.close();
  await sandbox.close();
  await rm(folder, { recursive: true, force: true });
});

const startDatabase = (dataDir: string) =>
  startEmbeddedPostgres({ dataDir, archivesWal: true, settings: { fsync: "off" }, log: () => undefined });

test("a database and its pictures come back from a bucket, with what changed after the base backup", async () => {
  const dataFolder = path.join(folder, "data");
  const filesFolder = path.join(folder, "pictures");
  await mkdir(path.dirname(path.join(filesFolder, picture)), { recursive: true });
  await writeFile(path.join(filesFolder, picture), "a picture");
  const database = await startDatabase(dataFolder);
  const shipper = new WalShipper(storage, dataFolder, await readSystemIdentifier(dataFolder));
  await query(database.url, "create table notes as select 'before the backup' as what");
  const manifest = await createBaseBackup({
    url: database.url,
    dataFolder,
    filesFolder,
    storage,
    shipper,
    warn: expect.fail,
  });
  expect(await new PictureBackup(storage, filesFolder).copy()).toBe(1);
  expect(manifest.pictures).toEqual([picture]);
  await query(database.url, "insert into notes values ('after it')");
  await database.stop();
  expect((await shipper.ship()).length).toBeGreaterThan(0);

  const target = path.join(folder, "restored");
  await mkdir(target);
  const plan = await planRestore(storage, { system: manifest.system, at: null, timeline: null }, expect.fail);
  let rows: unknown[] = [];
  const restored = await restoreDatabase({
    storage,
    plan,
    at: null,
    dataFolder: target,
    binDir: undefined,
    verify: async (url) => {
      rows = await query(url, "select what from notes");
    },
  });
  expect(rows).toEqual([{ what: "before the backup" }, { what: "after it" }]);
  expect(restored).toMatchObject({ timeline: 2, formerFolder: null });
  const pictures = path.join(target, "files");
  expect(await restorePictures(storage, pictures, [picture, "cd/lost.webp"])).toEqual({
    copied: 1,
    missing: 1,
  });
  expect(await readFile(path.join(pictures, picture), "utf8")).toBe("a picture");
  const again = await startDatabase(target);
  expect(await query(again.url, "select count(*)::int as count from notes")).toEqual([{ count: 2 }]);
  await again.stop();
});

test("a second database with the same identifier cannot overwrite WAL files", async () => {
  const dataFolder = path.join(folder, "data");
  const system = await readSystemIdentifier(dataFolder);
  const [stored] = (await storage.list(`${system}/wal/`)).map(({ name }) => path.basename(name, ".gz"));
  const file = path.join(dataFolder, "wal-archive", stored ?? "");
  await writeFile(file, "other content");
  const shipper = new WalShipper(storage, dataFolder, system);
  await expect(shipper.ship()).rejects.toThrow("is of another database");
  expect(await readFile(file, "utf8")).toBe("other content");
});
