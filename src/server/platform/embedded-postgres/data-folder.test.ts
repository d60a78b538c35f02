import { mkdtemp, realpath, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { prepareDataFolder } from "./data-folder.ts";

test("a data folder is created with its parents, for its owner alone", async () => {
  const home = await realpath(await mkdtemp(join(tmpdir(), "shidan-folder-")));
  onTestFinished(() => rm(home, { recursive: true }));
  const wanted = join(home, "deep", "deeper", "data");
  expect(await prepareDataFolder(wanted)).toEqual({ path: wanted, isEmpty: true });
  expect((await stat(wanted)).mode & 0o777).toBe(0o700);
  expect(await prepareDataFolder(wanted)).toEqual({ path: wanted, isEmpty: true });
});

test.runIf(process.platform === "linux").each(["/proc/nothing", "/proc/nothing/here"])(
  "%s, where the kernel takes no folders, is refused in one sentence",
  async (folder) => {
    await expect(prepareDataFolder(folder)).rejects.toThrow(
      /^The data folder \/proc\/.* cannot be used \(no folder can be made there\): .*\.$/,
    );
  },
);
