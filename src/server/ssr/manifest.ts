import { readFile } from "node:fs/promises";
import path from "node:path";

/** A file of a build, as Vite's manifest tells of it. */
export interface Chunk {
  file: string;
  isEntry?: boolean;
  imports?: string[];
  css?: string[];
}

/** What a build consists of, by the names of the sources. */
export type Manifest = Record<string, Chunk>;

/** Where a build's manifest lies. */
export function manifestPath(folder: string): string {
  return path.join(folder, ".vite", "manifest.json");
}

/** The manifest of a build's folder; an empty one where there is no build. */
export async function readManifest(folder: string): Promise<Manifest> {
  try {
    return JSON.parse(await readFile(manifestPath(folder), "utf8")) as Manifest;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return {};
    throw error;
  }
}

/** The name of the first file's source. */
export function findEntry(manifest: Manifest): string | undefined {
  return Object.keys(manifest).find((key) => manifest[key]?.isEntry);
}
