import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { type Sandbox, type SandboxSettings, startSandbox } from "../startSandbox.ts";

/** Creates a temporary data folder, removed after the test. */
export async function createTemporaryFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "shidan-sandbox-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

/** Starts a sandbox on a free port, closed after the test (closing it earlier is allowed). */
export async function testSandbox(settings: Partial<SandboxSettings> = {}): Promise<Sandbox> {
  const dataDir = settings.dataDir ?? (await createTemporaryFolder());
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
