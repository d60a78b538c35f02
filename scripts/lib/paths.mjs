// @ts-check
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

/** The repository's root folder. */
export const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));

/** Returns an absolute path for path segments inside the repository. @param {...string} parts */
export function inRoot(...parts) {
  return join(root, ...parts);
}
