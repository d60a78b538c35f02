import { mkdir, mkdtemp, readdir, rm, stat, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { Readable } from "node:stream";
import { text } from "node:stream/consumers";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { BackupStorage } from "#server/backup/physical/BackupStorage.ts";
import { FolderBackupStorage } from "#server/backup/physical/FolderBackupStorage.ts";
import { parseConfig } from "#server/config.ts";
import { S3BackupStorage } from "#server/gateways/files/S3BackupStorage.ts";
import { s3Environment } from "../../src/sandbox/s3/s3.routes.ts";
import { type Sandbox, startSandbox } from "../../src/sandbox/startSandbox.ts";
import { writeCredentials } from "../support/databases/writeCredentials.ts";

let folder: string;
let sandbox: Sandbox;

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "shidan-storages-"));
  await writeCredentials(folder);
  await mkdir(path.join(folder, "stored"));
  sandbox = await startSandbox({ port: 0, dataDir: folder });
});

afterAll(async () => {
  await sandbox.close();
  await rm(folder, { recursive: true, force: true });
});

const tempFolder = () => path.join(folder, "upload");

function openBucket(): BackupStorage {
  const settings = Object.entries(s3Environment(sandbox.url)).map(([name, value]) => [
    `BACKUP_${name}`,
    value,
  ]);
  const { backup } = parseConfig(Object.fromEntries(settings));
  return new S3BackupStorage(backup!.s3!, tempFolder());
}

async function* failHalfway(): AsyncGenerator<string> {
  yield "half";
  throw new Error("the disk broke");
}

describe.each<[string, () => BackupStorage]>([
  ["a folder", () => new FolderBackupStorage(path.join(folder, "stored"))],
  ["a bucket", openBucket],
])("backups in %s", (_name, open) => {
  let storage: BackupStorage;
  beforeEach(() => {
    storage = open();
  });
  afterEach(() => storage.close());

  const read = async (name: string) => {
    const content = await storage.read(name);
    return content && (await text(content));
  };

  test("are stored whole, found by prefix and removed", async () => {
    const startedAt = Date.now();
    await storage.write("one/wal/0001.gz", Readable.from(["first"]));
    await storage.write("one/wal/0002.gz", Readable.from(["second"]));
    await storage.write("one/base/x/a b+c", Readable.from(["other"]));
    expect((await storage.list("one/wal/")).map(({ name }) => name)).toEqual([
      "one/wal/0001.gz",
      "one/wal/0002.gz",
    ]);
    const [listed] = await storage.list("one/base/");
    expect(Math.abs((listed?.modifiedAt.getTime() ?? 0) - startedAt)).toBeLessThan(60_000);
    expect([await read("one/base/x/a b+c"), await read("one/wal/0003.gz")]).toEqual(["other", null]);
    expect([await storage.exists("one/wal/0001.gz"), await storage.exists("one/wal/0003.gz")]).toEqual([
      true,
      false,
    ]);
    await storage.remove(["one/wal/0001.gz", "one/wal/0002.gz", "one/wal/0003.gz", "one/base/x/a b+c"]);
    expect(await storage.list("one/")).toEqual([]);
  });

  test("appear only when they are complete", async () => {
    await storage.write("two/file", Readable.from(["before"]));
    await expect(storage.write("two/file", Readable.from(failHalfway()))).rejects.toThrow("the disk broke");
    await expect(storage.write("two/other", Readable.from(failHalfway()))).rejects.toThrow("the disk broke");
    expect([await read("two/file"), await storage.exists("two/other")]).toEqual(["before", false]);
    await storage.remove(["two/file"]);
  });

  test("are listed in full when there are more than a page of a bucket holds", async () => {
    const names = Array.from({ length: 1_005 }, (_, nth) => `many/${String(nth).padStart(5, "0")}`);
    for (const name of names) await storage.write(name, Readable.from(["x"]));
    expect((await storage.list("many/")).map(({ name }) => name)).toEqual(names);
    await storage.remove(names);
    expect(await storage.list("many/")).toEqual([]);
  });
});

test("files of a backup are for their owner alone, and nothing of an upload is left", async () => {
  const place = path.join(folder, "private");
  await mkdir(path.join(place, "deep"), { recursive: true });
  const storage = new FolderBackupStorage(path.join(place, "deep"));
  await storage.write("a/b", Readable.from(["x"]));
  const modes = await Promise.all(
    ["deep/a", "deep/a/b"].map(async (name) =>
      ((await stat(path.join(place, name))).mode & 0o777).toString(8),
    ),
  );
  expect(modes).toEqual(["700", "600"]);
  expect(await readdir(tempFolder())).toEqual([]);
});

test("what killed processes left of unfinished writes is removed once it is an hour old", async () => {
  const uploads = tempFolder();
  await mkdir(path.join(folder, "stored/pictures"), { recursive: true });
  await mkdir(uploads, { recursive: true });
  const old = [path.join(folder, "stored/pictures/a.webp.part"), path.join(uploads, "old")];
  const fresh = [path.join(folder, "stored/pictures/b.webp.part"), path.join(uploads, "fresh")];
  for (const file of [...old, ...fresh]) await writeFile(file, "half");
  const longAgo = new Date(Date.now() - 2 * 3_600_000);
  for (const file of old) await utimes(file, longAgo, longAgo);
  await new FolderBackupStorage(path.join(folder, "stored")).removeLeftovers();
  const bucket = openBucket();
  await bucket.removeLeftovers();
  bucket.close();
  expect(await readdir(path.join(folder, "stored/pictures"))).toEqual(["b.webp.part"]);
  expect(await readdir(uploads)).toEqual(["fresh"]);
});
