import { type ChildProcessByStdio, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, readdir, readFile, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Readable, Writable } from "node:stream";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { expect, onTestFinished, test } from "vitest";
import type { SandboxEnvironment } from "./environment.ts";
import {
  decryptNotification,
  h5Order,
  merchantClient,
  notificationReceiver,
} from "./testing/merchantClient.ts";
import { createTemporaryFolder, postJson, testSandbox } from "./testing/testSandbox.ts";

const MAIN = fileURLToPath(new URL("./main.ts", import.meta.url));

type Child = ChildProcessByStdio<Writable, Readable, Readable>;
type Ready = { event: string; url: string; env: SandboxEnvironment };

function launch(env: Record<string, string>): Child {
  const child = spawn(process.execPath, ["--import", "tsx", MAIN], {
    env: { SANDBOX_PORT: "0", SANDBOX_KITCHEN: "0", ...env },
    stdio: ["pipe", "pipe", "pipe"],
  });
  onTestFinished(() => {
    child.kill("SIGKILL");
  });
  return child;
}

async function waitUntilReady(child: Child): Promise<Ready> {
  let line = "";
  for await (const chunk of child.stdout.iterator({ destroyOnReturn: false })) {
    line += String(chunk);
    if (line.includes("\n")) return JSON.parse(line) as Ready;
  }
  throw new Error(`The sandbox ended early: ${await text(child.stderr)}`);
}

async function waitForFailure(child: Child): Promise<{ code: number; message: string }> {
  const [message, [code]] = await Promise.all([text(child.stderr), once(child, "exit")]);
  return { code, message };
}

test("starts, prints one line with every setting, keeps its secrets out of the output and stops on SIGTERM", async () => {
  const dataDir = await createTemporaryFolder();
  const child = launch({ DATA_DIR: dataDir, SANDBOX_PUBLIC_URL: "http://shop.example:8090/" });
  const { event, url, env } = await waitUntilReady(child);
  expect(event).toBe("sandbox-ready");
  expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
  expect(Object.values(env).every((value) => value.length > 0)).toBe(true);
  expect(env.MAPS_BASE_URL).toBe("http://shop.example:8090/amap");
  expect((await stat(join(dataDir, "sandbox", "credentials.json"))).mode & 0o777).toBe(0o600);
  expect(await (await fetch(url)).text()).toContain('href="/sms"');
  child.kill("SIGTERM");
  expect(await once(child, "exit")).toEqual([0, null]);
});

test("listens on this machine only whatever HOST is; SANDBOX_HOST opens it and is reported", async () => {
  const closed = launch({ DATA_DIR: await createTemporaryFolder(), HOST: "0.0.0.0" });
  const { url } = await waitUntilReady(closed);
  expect(url).toMatch(/^http:\/\/127\.0\.0\.1:/);
  closed.kill("SIGTERM");
  expect(await text(closed.stderr)).toBe("");
  const open = launch({ DATA_DIR: await createTemporaryFolder(), SANDBOX_HOST: "0.0.0.0" });
  await waitUntilReady(open);
  open.kill("SIGTERM");
  expect(await text(open.stderr)).toMatch(/^WARNING: SANDBOX_HOST .*\n$/);
});

test("a former name of a setting is a warning on standard error", async () => {
  const child = launch({ DATA_DIR: await createTemporaryFolder(), SANDBOX_KITCHEN: "", KITCHEN: "0" });
  await waitUntilReady(child);
  child.kill("SIGTERM");
  expect(await text(child.stderr)).toMatch(/^WARNING: Rename KITCHEN to SANDBOX_KITCHEN: [^\n]*\n$/);
});

test("with PARENT_PIPE=1 it ends with its standard input, so it never outlives a killed launcher", async () => {
  const child = launch({ DATA_DIR: await createTemporaryFolder(), PARENT_PIPE: "1" });
  await waitUntilReady(child);
  child.stdin.end();
  expect(await once(child, "exit")).toEqual([0, null]);
});

test.each([
  ["in production", { NODE_ENV: "production" }, /production/],
  ["with a wrong port", { SANDBOX_PORT: "abc" }, /SANDBOX_PORT/],
  ["with a wrong switch for the kitchen", { SANDBOX_KITCHEN: "yes" }, /SANDBOX_KITCHEN/],
  ["with a wrong public address", { SANDBOX_PUBLIC_URL: "nowhere" }, /SANDBOX_PUBLIC_URL/],
])("refuses to run %s with one sentence", async (_where, env, message) => {
  const result = await waitForFailure(launch({ DATA_DIR: await createTemporaryFolder(), ...env }));
  expect(result.code).toBe(78);
  expect(result.message).toMatch(message);
  expect(result.message.trim().split("\n")).toHaveLength(1);
});

test("a taken port gives one sentence and the exit code for operator errors", async () => {
  const first = await testSandbox();
  const port = new URL(first.url).port;
  const result = await waitForFailure(
    launch({ DATA_DIR: await createTemporaryFolder(), SANDBOX_PORT: port }),
  );
  expect(result).toEqual({
    code: 78,
    message: expect.stringMatching(new RegExp(`^Port ${port} [^\n]*\n$`)),
  });
});

test.each([
  ["nothing", ""],
  ["a part", '{"mchid": "19001'],
  ["no object", "null"],
  ["numbers", '{"mchid": 1900}'],
])("kept credentials that hold %s are one sentence and stay as they are", async (_what, text) => {
  const dataDir = await createTemporaryFolder();
  const file = join(dataDir, "sandbox", "credentials.json");
  await mkdir(join(dataDir, "sandbox"));
  await writeFile(file, text);
  const result = await waitForFailure(launch({ DATA_DIR: dataDir }));
  expect(result).toEqual({
    code: 78,
    message: `Restore ${file}, which is damaged, or move it away to start with new keys; a server under the old ones must be started again.\n`,
  });
  expect(await readFile(file, "utf8")).toBe(text);
});

test("a damaged transaction log gives one sentence that says what to do", async () => {
  const dataDir = await createTemporaryFolder();
  const child = launch({ DATA_DIR: dataDir });
  const { url, env } = await waitUntilReady(child);
  const receiver = await notificationReceiver();
  const order = h5Order(env, "trade-torn", { notify_url: receiver.url });
  await merchantClient(env).post("v3/pay/transactions/h5", order);
  expect((await fetch(`${url}/pay/books`)).status).toBe(200);
  child.kill("SIGTERM");
  await once(child, "exit");
  const names = await readdir(join(dataDir, "sandbox"));
  const eventLog = join(dataDir, "sandbox", names.find((name) => name.endsWith(".jsonl")) ?? "");
  const text = await readFile(eventLog, "utf8");
  for (const damaged of [`{"kind":${text}`, `null\n${text}`]) {
    await writeFile(eventLog, damaged);
    const result = await waitForFailure(launch({ DATA_DIR: dataDir }));
    expect(result).toEqual({
      code: 78,
      message: `Restore ${eventLog}, whose line 1 is damaged, or move it away to start with an empty book.\n`,
    });
  }
});

test("a data folder that cannot be created gives one sentence and the exit code for operator errors", async () => {
  // A path where the kernel rejects new folders; on other systems a plain file takes its role.
  const DATA_DIR = process.platform === "linux" ? "/proc/nothing/here" : "/dev/null/here";
  const result = await waitForFailure(launch({ DATA_DIR }));
  expect(result).toEqual({ code: 78, message: expect.stringMatching(/^The sandbox cannot use [^\n]*\n$/) });
});

test("kill -9 loses no transactions, refunds or pending notifications", async () => {
  const dataDir = await createTemporaryFolder();
  const receiver = await notificationReceiver();
  const child = launch({ DATA_DIR: dataDir });
  const { url, env } = await waitUntilReady(child);
  const merchant = merchantClient(env);
  await postJson(`${url}/pay/behaviour`, { notify: "slow", notify_delay_ms: 1_500, refund_delay_ms: 1_500 });
  await merchant.post("v3/pay/transactions/h5", h5Order(env, "trade-kill", { notify_url: receiver.url }));
  await postJson(`${url}/pay/trades/trade-kill/pay`, {});
  await merchant.post("v3/refund/domestic/refunds", {
    out_trade_no: "trade-kill",
    out_refund_no: "refund-kill",
    amount: { refund: 80, total: 4_280, currency: "CNY" },
  });
  child.kill("SIGKILL");
  await once(child, "exit");
  expect(receiver.arrivals).toHaveLength(0);

  const again = launch({ DATA_DIR: dataDir });
  const second = await waitUntilReady(again);
  expect(second.env.WECHAT_PAY_API_V3_KEY).toBe(env.WECHAT_PAY_API_V3_KEY);
  await expect.poll(() => receiver.arrivals.length).toBe(1);
  expect(decryptNotification(receiver.arrivals[0]!, env).content).toMatchObject({
    out_trade_no: "trade-kill",
  });
  const totals = async () =>
    ((await (await fetch(`${second.url}/pay/books`)).json()) as { totals: object }).totals;
  await expect.poll(totals).toEqual({ paid: 4_280, refunded: 80, refunding: 0 });
}, 30_000);
