import { endianness } from "node:os";

/** Segments of 16 MB that share the middle part of their names. */
const segmentsPerLog = 256n;
const segmentBytes = 16n * 1024n * 1024n;

/** A WAL segment by its timeline and its number on it. */
export interface Segment {
  timeline: number;
  number: bigint;
}

/** Where a timeline left its parent, as PostgreSQL's history file says it. */
export interface Fork {
  /** Parent timeline. */
  timeline: number;
  /** First position that is not the parent's any more. */
  lsn: bigint;
}

/** Parses a segment's file name; null for other files of the archive. */
export function parseSegment(name: string): Segment | null {
  const match = /^([0-9A-F]{8})([0-9A-F]{8})([0-9A-F]{8})$/.exec(name);
  if (match === null) return null;
  const [, timeline = "", log = "", segment = ""] = match;
  return {
    timeline: Number.parseInt(timeline, 16),
    number: BigInt(`0x${log}`) * segmentsPerLog + BigInt(`0x${segment}`),
  };
}

/** Returns the file name of a segment. */
export function formatSegment({ timeline, number }: Segment): string {
  const hex = (value: bigint) => value.toString(16).toUpperCase().padStart(8, "0");
  return hex(BigInt(timeline)) + hex(number / segmentsPerLog) + hex(number % segmentsPerLog);
}

/** Parses a position such as "0/16B3748" into bytes from the beginning. */
export function parseLsn(text: string): bigint {
  const [high = "", low = ""] = text.split("/");
  return (BigInt(`0x${high}`) << 32n) + BigInt(`0x${low}`);
}

/** Returns the number of the segment that holds a position. */
export function segmentNumberAt(lsn: bigint): bigint {
  return lsn / segmentBytes;
}

/** Returns the timeline of a history file such as "00000002.history"; null for other files. */
export function parseHistoryName(name: string): number | null {
  const match = /^([0-9A-F]{8})\.history$/.exec(name);
  return match === null ? null : Number.parseInt(match[1] ?? "", 16);
}

/** Returns the name of a timeline's history file. */
export function formatHistoryName(timeline: number): string {
  return `${timeline.toString(16).toUpperCase().padStart(8, "0")}.history`;
}

/** Parses the content of a history file: the forks of all ancestors, oldest first. */
export function parseHistory(content: string): Fork[] {
  return content
    .split("\n")
    .map((line) => /^\s*(\d+)\s+([0-9A-F]+\/[0-9A-F]+)/.exec(line))
    .filter((match) => match !== null)
    .map(([, timeline = "", lsn = ""]) => ({ timeline: Number(timeline), lsn: parseLsn(lsn) }));
}

/** Reads PostgreSQL's identifier of a database, a number of this machine's byte order. */
export function readIdentifier(content: Buffer, offset: number): string {
  return String(endianness() === "LE" ? content.readBigUInt64LE(offset) : content.readBigUInt64BE(offset));
}
