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
  host: string;
}
const leader: Member = { name: "db1", role: "leader", host: "10.0.0.1" };
const replica: Member = { name: "db2", role: "replica", host: "10.0.0.2" };
const standby: Member = { name: "db3", role: "sync_standby", host: "10.0.0.3" };
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

/** What the script finds; `short` are the addresses of other machines that are short of space. */
interface Situation {
  freeMb: number;
  members: Member[];
  short?: string[];
}

/** Runs one round of the script on the leader's machine; returns what it changed in etcd and Patroni. */
async function runOnce({ freeMb, members, short = [] }: Situation): Promise<string[]> {
  const changes = path.join(folder, "changes");
  await writeFile(changes, "");
  // Python, which Patroni is written in, puts a space after each colon and comma.
  const answer = JSON.stringify({ members }, null, 1).replace(/\n */g, " ");
  await writeFile(path.join(folder, "cluster"), answer);
  await writeProgram("df", `echo Avail; echo ${freeMb * 1024}`);
  const shortCases = short.map((address) => `*keys/short-of-space/${address}) ;;`);
  await writeProgram(
    "curl",
    `case "$*" in
    *PUT*) printf '%s\\n' "$*" >> ${changes} ;;
    *:8008/primary) ;;
    *:8008/cluster) cat ${folder}/cluster ;;
    *:8008/switchover) cat > ${folder}/config; printf '%s\\n' "$*" >> ${changes} ;;
    ${shortCases.join("\n")}
    *) exit 22 ;;
    esac`,
  );
  await writeProgram("sleep", `[ ! -e ${folder}/slept ] && touch ${folder}/slept`);
  const script = inRoot("deploy", "patroni", "leave-full-disk");
  const env = {
    PATH: `${folder}:${process.env.PATH ?? ""}`,
    PATRONI_RESTAPI_USERNAME: "patroni",
    PATRONI_RESTAPI_PASSWORD: 'a"b\\c',
  };
  await promisify(execFile)("sh", [script, "10.0.0.1", "/data", "2048"], { env });
  return (await readFile(changes, "utf8")).trim().split("\n").filter(Boolean);
}

const isShort = expect.stringMatching(
  /PUT .* ttl=30 http:\/\/10\.0\.0\.1:2379\/v2\/keys\/short-of-space\/10\.0\.0\.1$/,
);

test("the synchronous standby is named as the next primary when space runs out", async () => {
  const changes = await runOnce({ freeMb: 2_047, members: [leader, replica, standby], short: ["10.0.0.2"] });
  const body = '--data {"leader": "db1", "candidate": "db3"} http://10.0.0.1:8008/switchover';
  expect(changes).toEqual([isShort, expect.stringContaining(body)]);
  expect(changes[1]).not.toContain("patroni:");
  expect(await readFile(path.join(folder, "config"), "utf8")).toBe('user = "patroni:a\\"b\\\\c"\n');
});

test("nothing changes with enough space", async () => {
  expect(await runOnce({ freeMb: 3_072, members: [leader, standby] })).toEqual([]);
});

test("a machine refuses the primary before it gives it away", async () => {
  expect(await runOnce({ freeMb: 2_048, members: [leader, standby] })).toEqual([isShort]);
});

test.each([
  ["there is no synchronous standby", { members: [leader, replica] }],
  ["its disk is as full", { members: [leader, replica, standby], short: ["10.0.0.3"] }],
])("the primary stays when %s", async (_what, situation) => {
  expect(await runOnce({ freeMb: 100, ...situation })).toEqual([isShort]);
});
