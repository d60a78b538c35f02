import { makeAutoObservable } from "mobx";
import { ApiError } from "../api/ApiError.ts";
import { type CacheName, readCached } from "./readCached.ts";

/** So long after an answer it is written down: what it is shown for comes first. Milliseconds. */
const writeDelayMs = 500;

/** Whether a call failed because no network led to the server, or because it could not answer just now. */
export function isOffline(error: unknown): boolean {
  return error instanceof ApiError && ["offline", "timeout", "unavailable"].includes(error.code);
}

/** The last answer to one question as the device keeps it, and how old the one is that is shown. */
export class PersistentQueryCache<T> {
  /** When what is shown was told (milliseconds), while nobody knows whether it is true still; null when it is. */
  staleSince: number | null = null;
  /** What came with the document is as old as that. */
  private at = Date.now();
  private readonly name: CacheName;
  private readonly owner: () => string;
  private readonly parse: (raw: unknown) => T | null;

  /** `owner` is whose answer it is; empty when it is the same for everybody. */
  constructor(name: CacheName, owner: () => string, parse: (raw: unknown) => T | null) {
    this.name = name;
    this.owner = owner;
    this.parse = parse;
    makeAutoObservable(this);
  }

  /** What the device has, which is old from now on; null when it has nothing, or nothing that fits. */
  load(isUsable: (value: T) => boolean = () => true): T | null {
    const cached = readCached(this.name, this.owner(), this.parse);
    if (cached === null || !isUsable(cached.value)) return null;
    this.at = cached.at;
    this.markStale();
    return cached.value;
  }

  /** A fresh answer has come: it is kept in the place of the one before. */
  save(value: unknown): void {
    const owner = this.owner();
    this.scheduleWrite((at, { writeCached: keepAnswer }) => {
      if (owner === this.owner()) keepAnswer(this.name, owner, { at, value });
    });
  }

  /** What is shown is true still. */
  markFresh(): void {
    this.scheduleWrite((at, { touchCached: confirmKept }) => confirmKept(this.name, at));
  }

  /** What is shown could not be asked for again. */
  markStale(): void {
    this.staleSince = this.at;
  }

  /** Nothing is shown any more. */
  reset(): void {
    this.staleSince = null;
  }

  private scheduleWrite(write: (at: number, writer: typeof import("./writeCached.ts")) => void): void {
    const at = Date.now();
    this.at = at;
    this.staleSince = null;
    // The server that makes a page keeps nothing for a device.
    if (import.meta.env.SSR) return;
    setTimeout(() => {
      import("./writeCached.ts").then(
        (writer) => write(at, writer),
        () => undefined,
      );
    }, writeDelayMs);
  }
}
