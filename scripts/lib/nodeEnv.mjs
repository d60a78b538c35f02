// @ts-check
import { inRoot } from "./paths.mjs";

/**
 * What a server process starts with. Pixels and fonts are megabytes each, and glibc would soon keep freed pieces of that
 * size in the arena of every thread that decodes; asked from the system one by one they go back to it when they are freed.
 * Node.js 22 and newer keeps what it has compiled for the next start, where it may write; a new build removes it.
 */
export const nodeEnv = {
  MALLOC_MMAP_THRESHOLD_: "1048576",
  NODE_COMPILE_CACHE: inRoot("dist", "server", ".compiled"),
};
