import { existsSync, mkdirSync } from "node:fs";
import { dirname } from "node:path";

/**
 * Makes a folder (mode 0700) and those above it, unless it exists. Node's own way asks without end where a folder that
 * is there takes no others, as under /proc; this one throws ENOENT.
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
