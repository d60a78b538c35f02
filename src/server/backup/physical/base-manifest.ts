import { pipeline, Readable } from "node:stream";
import { text } from "node:stream/consumers";
import { createGunzip, createGzip } from "node:zlib";
import { CliError } from "../../platform/CliError.ts";
import type { BackupStorage } from "./BackupStorage.ts";

// In the storage: `manifests/<id>-<system>.json.gz` describes a complete base backup, whose files are in
// `<system>/base/<id>/`; `<system>/wal/` holds the WAL files, `pictures/` the pictures. `<system>` is
// PostgreSQL's identifier of the database. All files but the pictures are gzip files.

export const manifestFormat = "shidan-base-backup";
export const manifestVersion = 1;
export const picturesPrefix = "pictures/";

/** Faster than zlib's usual level, and nearly as small for what a database writes. */
const zipLevel = 3;
const manifestsPrefix = "manifests/";

/** A file of a base backup. */
export interface BaseFile {
  /** Path inside the database's folder. */
  path: string;
  bytes: number;
  sha256: string;
}

/** Describes a complete base backup; it is written last, so that one without it is not complete. */
export interface BaseManifest {
  format: string;
  version: number;
  id: string;
  /** PostgreSQL's identifier of the database, which a restored one keeps. */
  system: string;
  /** Major version of PostgreSQL. */
  major: number;
  timeline: number;
  /** Times of the database (ISO 8601); the backup can be restored to any time after `completedAt`. */
  startedAt: string;
  completedAt: string;
  /** First and last WAL file that a restore needs in any case. */
  startWal: string;
  endWal: string;
  endLsn: string;
  /** Content of the file backup_label. */
  label: string;
  folders: string[];
  files: BaseFile[];
  /** Paths of the pictures at that time. */
  pictures: string[];
}

/** Returns the prefix of a database's WAL files. */
export function walPrefix(system: string): string {
  return `${system}/wal/`;
}

/** Returns the prefix of a database's base backups. */
export function basesPrefix(system: string): string {
  return `${system}/base/`;
}

/** Returns the prefix of the files of a base backup. */
export function basePrefix({ system, id }: BaseRef): string {
  return `${basesPrefix(system)}${id}/`;
}

/** Returns the id of a base backup that began at a time. */
export function toBaseId(startedAt: Date): string {
  return startedAt.toISOString().replace(/[-:]|\.\d+/g, "");
}

/** A complete base backup by its name alone; ids sort by time. */
export interface BaseRef {
  system: string;
  id: string;
}

/** Lists the complete base backups of all databases, oldest first. */
export async function listBases(storage: BackupStorage): Promise<BaseRef[]> {
  const objects = await storage.list(manifestsPrefix);
  return objects
    .map(({ name }) => /^manifests\/(\w+)-(\d+)\.json\.gz$/.exec(name))
    .filter((match) => match !== null)
    .map(([, id = "", system = ""]) => ({ id, system }));
}

/** Manifests that could be read, and the failures of the others as sentences. */
export interface ReadManifests {
  manifests: BaseManifest[];
  unreadable: string[];
}

/** Reads the manifests of base backups, in their order. */
export async function readManifests(storage: BackupStorage, bases: BaseRef[]): Promise<ReadManifests> {
  const read: ReadManifests = { manifests: [], unreadable: [] };
  for (const base of bases) {
    try {
      read.manifests.push(await readManifest(storage, base));
    } catch (error) {
      read.unreadable.push(describeUnreadable(storage, base, error));
    }
  }
  return read;
}

/** Says which manifest cannot be read and why. */
export function describeUnreadable(storage: BackupStorage, base: BaseRef, error: unknown): string {
  const reason = error instanceof Error ? error.message : String(error);
  return `${manifestObject(base)} in ${storage.label} cannot be read (${reason})`;
}

/** Says what to do at a place that has the backups of other databases alone. */
export const otherDatabaseMessage =
  "The place for backups has those of another database, and none of this one: restore it (npm run restore), choose another place, or begin to back this one up there (npm run backup -- --new-system).";

/** Returns the identifiers of the other databases whose backups are at a place where this one has none. */
export async function findOthers(storage: BackupStorage, system: string): Promise<string[]> {
  const systems = new Set((await listBases(storage)).map((base) => base.system));
  return systems.has(system) ? [] : [...systems];
}

/** Reads a manifest. Throws when it is missing or damaged. */
export async function readManifest(storage: BackupStorage, base: BaseRef): Promise<BaseManifest> {
  const name = manifestObject(base);
  const content = await readText(storage, name);
  if (content === null) throw new Error(`${name} is missing`);
  const manifest = JSON.parse(content) as BaseManifest;
  if (manifest.format !== manifestFormat || manifest.version > manifestVersion)
    throw new CliError(`${name} in ${storage.label} was made by a newer version of this program.`);
  return manifest;
}

/** Stores a manifest, which makes the base backup complete. */
export async function writeManifest(storage: BackupStorage, manifest: BaseManifest): Promise<void> {
  const content = Readable.from([JSON.stringify(manifest)]);
  await storage.write(manifestObject(manifest), zip(content));
}

/** Returns the name of the object that holds a base backup's manifest. */
export function manifestObject({ system, id }: BaseRef): string {
  return `${manifestsPrefix}${id}-${system}.json.gz`;
}

/** Reads a gzip file as text; null when there is none. */
export async function readText(storage: BackupStorage, name: string): Promise<string | null> {
  const source = await storage.read(name);
  return source === null ? null : await text(unzip(source));
}

/** Returns the content of a gzip stream; an error of the source reaches the reader. */
export function unzip(source: Readable): Readable {
  // Errors reach the reader, who reads the returned stream.
  return pipeline(source, createGunzip(), () => undefined);
}

/** Returns a stream compressed; an error of the source reaches the reader. */
export function zip(source: Readable): Readable {
  return pipeline(source, createGzip({ level: zipLevel }), () => undefined);
}
