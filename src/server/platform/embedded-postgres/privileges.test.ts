import { describe, expect, test } from "vitest";
import { chooseRunner, type Environment } from "./privileges.ts";

const binaries = { folder: "/pg", postgres: "/pg/postgres", initdb: "/pg/initdb" };
const folder = { path: "/data", isEmpty: false };
const version = { ok: true, stdout: "postgres (PostgreSQL) 17.10\n", stderr: "" };
const refused = { ok: false, stdout: "", stderr: "not here\nmore" };

function machine(isRoot: boolean, ...working: string[]): Environment {
  const run = async (file: string) => (working.includes(file) ? version : refused);
  return { isRoot, run };
}

describe("a normal user", () => {
  test("ties the database's life to the server's where the system supports it", async () => {
    const runner = await chooseRunner(binaries, folder, machine(false, "setpriv", "/pg/postgres"));
    expect(runner).toMatchObject({ mode: "death-signal", owner: undefined, major: 17 });
    expect(runner.prefix).toEqual(["setpriv", "--pdeathsig", "INT"]);
  });

  test("runs the database directly where the system does not", async () => {
    const runner = await chooseRunner(binaries, folder, machine(false, "/pg/postgres"));
    expect(runner).toEqual({ mode: "plain", prefix: [], owner: undefined, major: 17 });
  });

  test("gets an error of one sentence when the program cannot run", async () => {
    await expect(chooseRunner(binaries, folder, machine(false))).rejects.toThrow(
      /^The PostgreSQL program \/pg\/postgres cannot run on this machine \(not here\): set PG_BIN .*\.$/,
    );
  });
});

describe("root", () => {
  test("runs the database as user nobody where that user can reach the folder", async () => {
    const runner = await chooseRunner(binaries, folder, machine(true, "setpriv", "unshare", "/pg/postgres"));
    expect(runner).toMatchObject({ mode: "setpriv", owner: 65534 });
    expect(runner.prefix).toContain("--reuid=65534");
  });

  test("otherwise uses a user namespace and still owns the files", async () => {
    const runner = await chooseRunner(binaries, folder, machine(true, "unshare", "/pg/postgres"));
    expect(runner).toMatchObject({ mode: "namespace", owner: 0 });
    expect(runner.prefix.slice(-2)).toEqual(["--pdeathsig", "INT"]);
  });

  test("otherwise gets an error of one sentence that says what to do", async () => {
    await expect(chooseRunner(binaries, folder, machine(true, "/pg/postgres"))).rejects.toThrow(
      /^PostgreSQL refuses to run as root .* or set DATABASE_URL\.$/,
    );
  });
});
