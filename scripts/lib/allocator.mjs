// @ts-check

/**
 * What a server process starts with: pixels and fonts are megabytes each, and glibc would soon keep freed pieces of that
 * size in the arena of every thread that decodes; asked from the system one by one they go back to it when they are freed.
 */
export const allocatorEnv = { MALLOC_MMAP_THRESHOLD_: "1048576" };
