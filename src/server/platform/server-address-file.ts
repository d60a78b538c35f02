import { readFile, writeFile } from "node:fs/promises";
import path from "node:path";

function addressFile(dataDir: string): string {
  return path.join(dataDir, "address.txt");
}

/** Writes the public URL of this folder's server, for commands that run beside it. */
export async function writeServerUrl(dataDir: string, publicUrl: string): Promise<void> {
  await writeFile(addressFile(dataDir), `${publicUrl}\n`);
}

/** Reads the URL of this folder's last server; null when there was none. */
export async function readServerUrl(dataDir: string): Promise<string | null> {
  try {
    return (await readFile(addressFile(dataDir), "utf8")).trim() || null;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return null;
    throw error;
  }
}
