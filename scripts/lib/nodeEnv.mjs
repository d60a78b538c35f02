// @ts-check
import { inRoot } from "./paths.mjs";

/**
 * Environment of a server process. Pixels and fonts are megabytes each, and glibc would soon retain freed
 * blocks of that size in the arena of every decoding thread; blocks mapped one by one are returned to the
 * system when freed. Node.js 22 and newer caches compiled code for the next start, where it may write; a new
 * build removes it.
 */
export const nodeEnv = {
  MALLOC_MMAP_THRESHOLD_: "1048576",
  NODE_COMPILE_CACHE: inRoot("dist", "server", ".compiled"),
};
