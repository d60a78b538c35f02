import { readFile, writeFile } from "node:fs/promises";
import path from "node:path";

function addressFile(dataDir: string): string {
  return path.join(dataDir, "address.txt");
}

/** Writes down how the world reaches the server that serves from this folder, for commands beside it. */
export async function writeServerUrl(dataDir: string, publicUrl: string): Promise<void> {
  await writeFile(addressFile(dataDir), `${publicUrl}\n`);
}

/** What the last server of this folder wrote down; null when none has. */
export async function readServerUrl(dataDir: string): Promise<string | null> {
  try {
    return (await readFile(addressFile(dataDir), "utf8")).trim() || null;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return null;
    throw error;
  }
}
