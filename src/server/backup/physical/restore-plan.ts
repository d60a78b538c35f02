import { CliError } from "../../platform/CliError.ts";
import { formatLocalSecond } from "../../platform/time/local-time.ts";
import type { BackupStorage } from "./BackupStorage.ts";
import {
  type BaseManifest,
  describeUnreadable,
  listBases,
  readManifest,
  readText,
  walPrefix,
} from "./base-manifest.ts";
import {
  type Fork,
  formatHistoryName,
  formatSegment,
  parseHistory,
  parseHistoryName,
  parseLsn,
  parseSegment,
  segmentNumberAt,
} from "./wal-files.ts";

/** Which database is restored, and to which state. */
export interface RestoreTarget {
  /** PostgreSQL's identifier of the database. */
  system: string;
  /** The state at this time; null for the newest one. */
  at: Date | null;
  /** The timeline to follow, which each restore begins anew; null for the newest one. */
  timeline: number | null;
}

/** What a restore reads from the storage. */
export interface RestorePlan {
  base: BaseManifest;
  timeline: number;
  /** Names of the WAL files, segments in their order. */
  wal: string[];
  /** Name of the last segment that can be replayed. */
  lastSegment: string;
  /** Segment that is missing although later ones are there; null when none is. */
  missing: string | null;
}

/**
 * Chooses the newest base backup that leads to the target, and the WAL files that follow it. One whose manifest cannot
 * be read is passed over, of which `warn` is told.
 * @throws CliError when no backup leads there, or, without a time, a WAL file is missing
 */
export async function planRestore(
  storage: BackupStorage,
  target: RestoreTarget,
  warn: (line: string) => void,
): Promise<RestorePlan> {
  const bases = (await listBases(storage)).filter(({ system }) => system === target.system);
  if (bases.length === 0)
    throw new CliError(`There is no complete backup of the database ${target.system} in ${storage.label}.`);
  const archive = await Archive.open(storage, target.system);
  const timeline = target.timeline ?? archive.newestTimeline;
  const forks = await archive.readForks(timeline);
  for (const ref of bases.reverse()) {
    const base = await readManifest(storage, ref).catch((error: unknown) => {
      warn(`${describeUnreadable(storage, ref, error)}: an older base backup is looked for.`);
      return null;
    });
    if (base === null || !leadsTo(base, timeline, forks)) continue;
    if (target.at !== null && Date.parse(base.completedAt) > target.at.getTime()) continue;
    return archive.plan(base, timeline, forks, target);
  }
  const when = target.at === null ? "" : `, complete before ${formatLocalSecond(target.at)},`;
  const where = target.timeline === null ? "the newest timeline" : `timeline ${target.timeline}`;
  throw new CliError(`There is no base backup${when} on ${where} in ${storage.label}.`);
}

/** Returns whether a timeline or one of its ancestors holds the whole backup. */
function leadsTo(base: BaseManifest, timeline: number, forks: Fork[]): boolean {
  if (base.timeline === timeline) return true;
  const fork = forks.find((item) => item.timeline === base.timeline);
  return fork !== undefined && parseLsn(base.endLsn) <= fork.lsn;
}

/** The stored WAL files of one database. */
class Archive {
  readonly #storage: BackupStorage;
  readonly #system: string;
  readonly #names: string[];

  private constructor(storage: BackupStorage, system: string, names: string[]) {
    this.#storage = storage;
    this.#system = system;
    this.#names = names;
  }

  static async open(storage: BackupStorage, system: string): Promise<Archive> {
    const prefix = walPrefix(system);
    const objects = await storage.list(prefix);
    const names = objects.map(({ name }) => name.slice(prefix.length).replace(/\.gz$/, ""));
    return new Archive(storage, system, names);
  }

  get newestTimeline(): number {
    return this.#names.reduce((newest, name) => Math.max(newest, parseHistoryName(name) ?? 1), 1);
  }

  async readForks(timeline: number): Promise<Fork[]> {
    if (timeline === 1) return [];
    const name = formatHistoryName(timeline);
    const content = await readText(this.#storage, `${walPrefix(this.#system)}${name}.gz`);
    if (content === null)
      throw new CliError(`There is no timeline ${timeline} in ${this.#storage.label}: ${name} is missing.`);
    return parseHistory(content);
  }

  plan(base: BaseManifest, timeline: number, forks: Fork[], target: RestoreTarget): RestorePlan {
    const numbers = this.#listNumbers(timeline, forks);
    const first = parseSegment(base.startWal)?.number ?? 0n;
    let last = first;
    while (numbers.has(last + 1n)) last += 1n;
    const isGap = !numbers.has(first) || [...numbers].some((number) => number > last);
    const missing = isGap
      ? formatSegment({ timeline, number: numbers.has(first) ? last + 1n : first })
      : null;
    const isBaseWhole = numbers.has(first) && last >= (parseSegment(base.endWal)?.number ?? 0n);
    if (!isBaseWhole || (missing !== null && target.at === null))
      throw new CliError(
        `The WAL file ${missing ?? base.endWal} is missing in ${this.#storage.label}: bring it back, or say --at with a time before its changes.`,
      );
    const wal = this.#names.filter((name) => {
      const segment = parseSegment(name);
      return segment === null
        ? parseHistoryName(name) !== null
        : segment.number >= first && segment.number <= last;
    });
    return { base, timeline, wal, lastSegment: formatSegment({ timeline, number: last }), missing };
  }

  /** Lists the numbers of the segments that belong to a timeline: its own, and its ancestors' up to the forks. */
  #listNumbers(timeline: number, forks: Fork[]): Set<bigint> {
    const lastOf = new Map(forks.map((fork) => [fork.timeline, segmentNumberAt(fork.lsn)]));
    const numbers = this.#names
      .map(parseSegment)
      .filter((segment) => segment !== null)
      .filter((segment) => {
        const last = lastOf.get(segment.timeline);
        return segment.timeline === timeline || (last !== undefined && segment.number <= last);
      })
      .map(({ number }) => number);
    return new Set(numbers);
  }
}
