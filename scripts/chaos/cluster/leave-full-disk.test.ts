import { execFile } from "node:child_process";
import { chmod, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { afterEach, beforeEach, expect, test } from "vitest";
import { inRoot } from "../../lib/paths.mjs";

interface Member {
  name: string;
  role: "leader" | "replica" | "sync_standby";
}
const leader: Member = { name: "db1", role: "leader" };
let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "shidan-full-disk-"));
});

afterEach(async () => {
  await rm(folder, { recursive: true });
});

async function writeProgram(name: string, script: string): Promise<void> {
  const file = path.join(folder, name);
  await writeFile(file, `#!/bin/sh\n${script}\n`);
  await chmod(file, 0o755);
}

/** Runs one round of the script with the given space and members; returns what it asked Patroni to change. */
async function runOnce(freeMb: number, members: Member[]): Promise<string> {
  const changes = path.join(folder, "changes");
  await writeFile(changes, "");
  // Python, which Patroni is written in, puts a space after each colon and comma.
  const answer = JSON.stringify({ members }, null, 1).replace(/\n */g, " ");
  await writeFile(path.join(folder, "cluster"), answer);
  await writeProgram("df", `echo Avail; echo ${freeMb * 1024}`);
  const record = `cat > ${folder}/config; echo "$*" >> ${changes}`;
  await writeProgram(
    "curl",
    `case "$*" in *:8008/cluster) cat ${folder}/cluster ;; *:8008/switchover) ${record} ;; esac`,
  );
  await writeProgram("sleep", `[ ! -e ${folder}/slept ] && touch ${folder}/slept`);
  const script = inRoot("deploy", "patroni", "leave-full-disk");
  const env = {
    PATH: `${folder}:${process.env.PATH ?? ""}`,
    PATRONI_RESTAPI_USERNAME: "patroni",
    PATRONI_RESTAPI_PASSWORD: 'a"b\\c',
  };
  await promisify(execFile)("sh", [script, "10.0.0.1", "/data", "2048"], { env });
  return await readFile(changes, "utf8");
}

test("the synchronous standby is named as the next primary when space runs out", async () => {
  const members: Member[] = [leader, { name: "db2", role: "replica" }, { name: "db3", role: "sync_standby" }];
  const change = await runOnce(2_047, members);
  expect(change).toContain('--data {"leader": "db1", "candidate": "db3"} http://10.0.0.1:8008/switchover');
  expect(change).not.toContain("patroni:");
  expect(await readFile(path.join(folder, "config"), "utf8")).toBe('user = "patroni:a\\"b\\\\c"\n');
});

test("nothing changes with enough space", async () => {
  expect(await runOnce(2_048, [leader, { name: "db3", role: "sync_standby" }])).toBe("");
});

test("nothing changes without a synchronous standby", async () => {
  expect(await runOnce(100, [leader, { name: "db2", role: "replica" }])).toBe("");
});
