import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { afterEach, expect, test } from "vitest";

type LauncherEvent = {
  event: string;
  name: string;
  pid: number;
  KEY?: string;
  SEED_DEMO?: string;
  MALLOC_MMAP_THRESHOLD_?: string;
};

/** A launcher under test; stores every printed line and can wait for lines. */
class Launcher {
  readonly child: ChildProcess;
  readonly lines: string[] = [];
  readonly errors: string[] = [];
  #wake: () => void = () => undefined;

  constructor(env: Record<string, string>, through: string[]) {
    const file = join(import.meta.dirname, "fixtures", "launcher.mjs");
    const base = { PATH: process.env.PATH, PORT: "18080", SANDBOX_PORT: "18090" };
    const [program = "", ...args] = [...through, process.execPath, file];
    this.child = spawn(program, args, {
      env: { ...base, ...env },
      stdio: ["ignore", "pipe", "pipe"],
    });
    this.#keep(this.child.stdout, this.lines);
    this.#keep(this.child.stderr, this.errors);
  }

  /** Returns the lines of an event that the stand-ins have printed so far. */
  listEvents(event: string, name?: string): LauncherEvent[] {
    const all = this.lines
      .filter((line) => line.startsWith("{"))
      .map((line) => JSON.parse(line) as LauncherEvent);
    return all.filter((line) => line.event === event && (name === undefined || line.name === name));
  }

  async until(condition: () => boolean): Promise<void> {
    while (!condition()) {
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
  }

  async served(): Promise<void> {
    await this.until(() => this.lines.some((line) => line.startsWith("served")));
  }

  async exitCode(): Promise<number | null> {
    if (this.child.exitCode === null && this.child.signalCode === null) await once(this.child, "close");
    return this.child.exitCode;
  }

  #keep(stream: NodeJS.ReadableStream | null, lines: string[]): void {
    if (stream === null) throw new Error("the launcher has no output");
    createInterface({ input: stream }).on("line", (line) => {
      lines.push(line);
      this.#wake();
    });
  }
}

const launchers: Launcher[] = [];
/** Starts a launcher, optionally through another program. */
function launch(env: Record<string, string> = {}, ...through: string[]): Launcher {
  const launcher = new Launcher(env, through);
  launchers.push(launcher);
  return launcher;
}
afterEach(() => {
  for (const launcher of launchers.splice(0)) launcher.child.kill("SIGKILL");
});

test("starts the sandbox, passes its settings to the server, and prints both addresses", async () => {
  const launcher = launch();
  await launcher.served();
  expect(launcher.lines.at(-1)).toBe("served http://127.0.0.1/server http://127.0.0.1/sandbox");
  expect(launcher.listEvents("told").map(({ name }) => name)).toEqual(["sandbox", "server"]);
  expect(launcher.listEvents("told", "server")[0]).toMatchObject({
    KEY: "same",
    PORT: "18080",
    SEED_DEMO: "1",
  });
});

test("lets an existing setting win over the sandbox's", async () => {
  const launcher = launch({ KEY: "mine" });
  await launcher.served();
  expect(launcher.listEvents("told", "server")[0]).toMatchObject({ KEY: "mine" });
});

test("lets the server return large memory blocks, unless configured otherwise", async () => {
  for (const env of [{}, { MALLOC_MMAP_THRESHOLD_: "500000" }]) {
    const launcher = launch(env);
    await launcher.served();
    const notified = { MALLOC_MMAP_THRESHOLD_: "1048576", ...env };
    expect(launcher.listEvents("told", "server")[0]).toMatchObject(notified);
  }
});

test("has neither sandbox nor demo in production, and no sandbox beside real services", async () => {
  for (const env of [{ NODE_ENV: "production" }, { SMS_ACCESS_KEY_ID: "real" }]) {
    const launcher = launch(env);
    await launcher.served();
    expect(launcher.listEvents("told", "sandbox")).toEqual([]);
    expect(launcher.listEvents("told", "server")[0]?.SEED_DEMO).toBeUndefined();
  }
});

test("stops the server before the sandbox, with code 0, however many signals it gets", async () => {
  const launcher = launch();
  await launcher.served();
  launcher.child.kill("SIGINT");
  launcher.child.kill("SIGTERM");
  launcher.child.kill("SIGINT");
  expect(await launcher.exitCode()).toBe(0);
  expect(launcher.listEvents("stopped").map(({ name }) => name)).toEqual(["server", "sandbox"]);
});

test("starts a killed server again at once", async () => {
  const launcher = launch();
  await launcher.served();
  process.kill(launcher.listEvents("told", "server")[0]!.pid, "SIGKILL");
  await launcher.until(() => launcher.errors.some((line) => line.startsWith("The server serves again")));
  expect(launcher.errors[0]).toBe("The server ended unexpectedly (SIGKILL).");
  expect(launcher.listEvents("told").map(({ name }) => name)).toEqual(["sandbox", "server", "server"]);
});

test("gives a server new keys when the sandbox restarts with new ones", async () => {
  const launcher = launch({ KEYS: "new" });
  await launcher.served();
  const [old] = launcher.listEvents("told", "server");
  process.kill(launcher.listEvents("told", "sandbox")[0]!.pid, "SIGKILL");
  await launcher.until(() => launcher.listEvents("told", "server").length === 2);
  const [, young] = launcher.listEvents("told", "server");
  expect(young?.KEY).toBe(String(launcher.listEvents("told", "sandbox")[1]?.pid));
  expect(young?.KEY).not.toBe(old?.KEY);
});

test("keeps restarting a server that crashes repeatedly, and reports it once", async () => {
  const launcher = launch();
  for (let life = 1; life <= 7; life += 1) {
    await launcher.until(() => launcher.listEvents("told", "server").length === life);
    // Killed only once it is ready: before that, its exit would count as a failed start.
    await (life === 1 ? launcher.served() : launcher.until(() => countRestarts(launcher) === life - 1));
    process.kill(launcher.listEvents("told", "server")[life - 1]!.pid, "SIGKILL");
  }
  await launcher.until(() => countRestarts(launcher) === 7);
  expect(launcher.errors.filter((line) => line.startsWith("The server keeps ending."))).toHaveLength(1);
});

test("retries a start that failed for a temporary reason", async () => {
  const folder = await mkdtemp(join(tmpdir(), "shidan-launcher-"));
  const launcher = launch({ AWAY: join(folder, "came") });
  await launcher.served();
  expect(launcher.listEvents("told", "server")).toHaveLength(2);
  await rm(folder, { recursive: true });
});

test("exits on a signal while it waits for the next retry", async () => {
  const launcher = launch({ AWAY: "/nowhere/at/all" });
  await launcher.until(() => launcher.errors.some((line) => line.includes("It is tried again")));
  launcher.child.kill("SIGTERM");
  expect(await launcher.exitCode()).toBe(0);
});

test("survives a log that cannot be written", async () => {
  const launcher = launch({ ON_FULL_DISK: "1" }, "sh", "-c", '"$0" "$1" > /dev/full');
  await launcher.until(() => launcher.errors.includes("served"));
  launcher.child.kill("SIGKILL");
});

function countRestarts(launcher: Launcher): number {
  return launcher.errors.filter((line) => line.startsWith("The server serves again")).length;
}

test("exits with the code and the one-sentence reason of what cannot start", async () => {
  for (const name of ["server", "sandbox"]) {
    const launcher = launch({ FAIL: name });
    expect(await launcher.exitCode()).toBe(78);
    expect(launcher.errors).toEqual([`The ${name} cannot start.`]);
  }
});

test("exits with code 1 and one sentence for an invalid setting", async () => {
  const launcher = launch({ PORT: "80a" });
  expect(await launcher.exitCode()).toBe(1);
  expect(launcher.errors).toEqual(['PORT must be a whole number from 1 to 65535, not "80a".']);
});

test("leaves no process behind when it is killed", async () => {
  const launcher = launch();
  await launcher.served();
  expect(launcher.listEvents("told")).toHaveLength(2);
  launcher.child.kill("SIGKILL");
  // Both stand-ins write to the launcher's error output, so it closes only when they have exited too.
  await once(launcher.child, "close");
  expect(launcher.child.signalCode).toBe("SIGKILL");
  expect(launcher.listEvents("stopped")).toEqual([]);
});

test("stops in order when the npm that runs it is killed", async () => {
  const launcher = launch(
    { npm_lifecycle_event: "start" },
    "sh",
    "-c",
    `sh -c '"$0" "$1"; true' "$0" "$1"; true`,
  );
  await launcher.served();
  launcher.child.kill("SIGKILL");
  await once(launcher.child, "close");
  expect(launcher.listEvents("stopped").map(({ name }) => name)).toEqual(["server", "sandbox"]);
});
