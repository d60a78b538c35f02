import { readFile } from "node:fs/promises";
import path from "node:path";

/** A file of a build, in the format of Vite's manifest. */
export interface Chunk {
  file: string;
  isEntry?: boolean;
  imports?: string[];
  css?: string[];
}

/** Files of a build, by the names of their sources. */
export type Manifest = Record<string, Chunk>;

/** Returns the path of a build's manifest. */
export function manifestPath(folder: string): string {
  return path.join(folder, ".vite", "manifest.json");
}

/** Reads the manifest of a build's folder; empty when there is no build. */
export async function readManifest(folder: string): Promise<Manifest> {
  try {
    return JSON.parse(await readFile(manifestPath(folder), "utf8")) as Manifest;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return {};
    throw error;
  }
}

/** Returns the source name of the entry chunk. */
export function findEntry(manifest: Manifest): string | undefined {
  return Object.keys(manifest).find((key) => manifest[key]?.isEntry);
}
