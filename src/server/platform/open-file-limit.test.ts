import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, onTestFinished, test } from "vitest";

const main = path.join(import.meta.dirname, "../main.ts");

test("with too few open files allowed, the server exits with a sentence before it creates anything", async () => {
  const folder = await mkdtemp(path.join(tmpdir(), "shidan-files-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const { status, stderr } = spawnSync(
    "/bin/sh",
    ["-c", 'ulimit -n 200; exec "$0" --import tsx "$1"', process.execPath, main],
    {
      env: { DATA_DIR: path.join(folder, "data"), PORT: "1" },
      encoding: "utf8",
      timeout: 60_000,
    },
  );
  expect(stderr).toBe(
    "Allow the server 512 open files or more (ulimit -n, or LimitNOFILE= in a systemd unit): it may have 200.\n",
  );
  expect(status).toBe(78);
  expect(existsSync(path.join(folder, "data"))).toBe(false);
});
