import { CliError } from "../../platform/CliError.ts";
import { formatLocalSecond } from "../../platform/time/local-time.ts";
import type { BackupStorage } from "./BackupStorage.ts";
import { type BaseRef, listBases, readManifests } from "./base-manifest.ts";

/**
 * Returns the identifier of the database that is restored: `wanted`, or the only one that has backups at the place.
 * @throws CliError that lists the databases, when `wanted` is none of them or there are several
 */
export async function chooseSystem(storage: BackupStorage, wanted: string | null): Promise<string> {
  const bases = await listBases(storage);
  const systems = [...new Set(bases.map(({ system }) => system))];
  const chosen = wanted ?? (systems.length === 1 ? systems[0] : undefined);
  if (chosen !== undefined && systems.includes(chosen)) return chosen;
  if (systems.length === 0) throw new CliError(`There is no complete backup in ${storage.label}.`);
  const problem =
    wanted === null
      ? `There are backups of several databases in ${storage.label}: say --system and the identifier of one.`
      : `There is no complete backup of the database ${wanted} in ${storage.label}. There are:`;
  const lines = await Promise.all(
    systems.map((system) =>
      describeSystem(
        storage,
        bases.filter((base) => base.system === system),
      ),
    ),
  );
  throw new CliError([problem, ...lines].join("\n"));
}

async function describeSystem(storage: BackupStorage, bases: BaseRef[]): Promise<string> {
  const { manifests } = await readManifests(storage, bases);
  const newest = manifests.at(-1);
  if (newest === undefined) return `  ${bases[0]?.system}  no manifest can be read`;
  const megabytes = newest.files.reduce((sum, { bytes }) => sum + bytes, 0) / 1_000_000;
  return `  ${newest.system}  newest base backup ${formatLocalSecond(new Date(newest.completedAt))}, ${megabytes.toFixed(0)} MB before compression`;
}
