import { mkdir, writeFile } from "node:fs/promises";
import path from "node:path";
import { inject } from "vitest";

/** Puts the keys that were made once for all files where a sandbox looks for its own. */
export async function writeCredentials(dataDir: string): Promise<void> {
  await mkdir(path.join(dataDir, "sandbox"), { recursive: true });
  await writeFile(path.join(dataDir, "sandbox/credentials.json"), JSON.stringify(inject("credentials")));
}
