import { existsSync, mkdirSync } from "node:fs";
import { dirname } from "node:path";

/**
 * Creates a folder (mode 0700) and its parents, unless it exists. Node's recursive mkdir loops forever where
 * an existing folder rejects new ones, as under /proc; this one throws ENOENT.
 */
export function ensureDir(dir: string): void {
  try {
    mkdirSync(dir, { mode: 0o700 });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === "EEXIST") return;
    if (code !== "ENOENT" || existsSync(dirname(dir))) throw error;
    ensureDir(dirname(dir));
    ensureDir(dir);
  }
}
