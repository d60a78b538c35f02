import type { Deps } from "../Deps.ts";

/**
 * Removes files that no row names any more. Never throws: what stays because the store is away is reached by nobody, and
 * the log says so.
 */
export async function removeFiles(
  { files, log }: Pick<Deps, "files" | "log">,
  paths: string[],
): Promise<void> {
  const removals = paths.map((place) =>
    files.remove(place).catch((err: unknown) => log.warn({ err, place }, "a file that nobody needs stays")),
  );
  await Promise.all(removals);
}
