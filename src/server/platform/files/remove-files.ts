import type { Deps } from "../Deps.ts";

interface FileRemoval extends Pick<Deps, "files"> {
  log: Pick<Deps["log"], "warn">;
}

/**
 * Removes files that no row references any more. Never throws: a file that stays because the storage is
 * unavailable cannot be reached, and the log reports it.
 */
export async function removeFiles({ files, log }: FileRemoval, paths: string[]): Promise<void> {
  const removals = paths.map((place) =>
    files.remove(place).catch((err: unknown) => log.warn({ err, place }, "an unused file is not removed")),
  );
  await Promise.all(removals);
}
