import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { type Credentials, ensureCredentials } from "../credentials.ts";
import { type Sandbox, type SandboxSettings, startSandbox } from "../startSandbox.ts";

/** Creates a temporary data folder, removed after the test. */
export async function createTemporaryFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "shidan-sandbox-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

let credentials: Promise<Credentials> | undefined;

async function generateCredentials(): Promise<Credentials> {
  const folder = await mkdtemp(join(tmpdir(), "shidan-keys-"));
  try {
    return await ensureCredentials(folder);
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** Creates a data folder with the keys that all tests of a file share: generating them takes long. */
async function createDataDir(): Promise<string> {
  credentials ??= generateCredentials();
  const folder = await createTemporaryFolder();
  await mkdir(join(folder, "sandbox"));
  await writeFile(join(folder, "sandbox/credentials.json"), JSON.stringify(await credentials));
  return folder;
}

/** Starts a sandbox on a free port, closed after the test (closing it earlier is allowed). */
export async function testSandbox(settings: Partial<SandboxSettings> = {}): Promise<Sandbox> {
  const dataDir = settings.dataDir ?? (await createDataDir());
  const sandbox = await startSandbox({
    port: 0,
    notifyBackoffMs: [10, 20, 40, 80, 160],
    ...settings,
    dataDir,
  });
  let closing: Promise<void> | undefined;
  const close = () => {
    closing ??= sandbox.close();
    return closing;
  };
  onTestFinished(close);
  return { ...sandbox, close };
}

/** Posts JSON and returns the response. */
export function postJson(url: string, body: object): Promise<Response> {
  return fetch(url, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(body),
  });
}
