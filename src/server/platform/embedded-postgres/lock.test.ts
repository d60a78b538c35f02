import { mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { lockByFile, lockDataFolder } from "./lock.ts";
import { readStartTime } from "./processes.ts";

let folder = "";
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "shidan-lock-"));
});
afterEach(() => rm(folder, { recursive: true }));

for (const [name, lock] of Object.entries({ lockDataFolder, lockByFile })) {
  test(`${name} lets one owner in at a time`, async () => {
    const release = await lock(folder);
    await expect(lock(folder)).rejects.toThrow(/already in use by another running server/);
    await release();
    const again = await lock(folder);
    await again();
    expect(await readdir(folder)).toEqual([]);
  });
}

test("a lock file is void once its owner has ended, even if its process id is in use again", async () => {
  const file = join(folder, "owner.lock");
  await writeFile(file, "999999999 100");
  await (await lockByFile(folder))();
  await writeFile(file, `${process.pid} not-${await readStartTime(process.pid)}`);
  await (await lockByFile(folder))();
  await writeFile(file, `${process.pid} ${await readStartTime(process.pid)}`);
  await expect(lockByFile(folder)).rejects.toThrow(/already in use/);
});
