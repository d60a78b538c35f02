import { makeAutoObservable } from "mobx";
import { ApiError } from "./api/ApiError.ts";
import { type KeptName, recallKept } from "./keptAnswers.ts";

/** So long after an answer it is written down: what it is shown for comes first. Milliseconds. */
const pauseMs = 500;

/** Whether a call failed because no network led to the server, or because it could not answer just now. */
export function isAway(error: unknown): boolean {
  return error instanceof ApiError && ["offline", "timeout", "unavailable"].includes(error.failure);
}

/** The last answer to one question as the device keeps it, and how old the one is that is shown. */
export class KeptAnswer<T> {
  /** When what is shown was told (milliseconds), while nobody knows whether it is true still; null when it is. */
  oldSince: number | null = null;
  /** What came with the document is as old as that. */
  private at = Date.now();
  private readonly name: KeptName;
  private readonly owner: () => string;
  private readonly parse: (raw: unknown) => T | null;

  /** `owner` is whose answer it is; empty when it is the same for everybody. */
  constructor(name: KeptName, owner: () => string, parse: (raw: unknown) => T | null) {
    this.name = name;
    this.owner = owner;
    this.parse = parse;
    makeAutoObservable(this);
  }

  /** What the device has, which is old from now on; null when it has nothing, or nothing that fits. */
  recall(fits: (value: T) => boolean = () => true): T | null {
    const kept = recallKept(this.name, this.owner(), this.parse);
    if (kept === null || !fits(kept.value)) return null;
    this.at = kept.at;
    this.age();
    return kept.value;
  }

  /** A fresh answer has come: it is kept in the place of the one before. */
  renew(value: unknown): void {
    const owner = this.owner();
    this.note((at, { keepAnswer }) => {
      if (owner === this.owner()) keepAnswer(this.name, owner, { at, value });
    });
  }

  /** What is shown is true still. */
  confirm(): void {
    this.note((at, { confirmKept }) => confirmKept(this.name, at));
  }

  /** What is shown could not be asked for again. */
  age(): void {
    this.oldSince = this.at;
  }

  /** Nothing is shown any more. */
  reset(): void {
    this.oldSince = null;
  }

  private note(write: (at: number, by: typeof import("./keepAnswers.ts")) => void): void {
    const at = Date.now();
    this.at = at;
    this.oldSince = null;
    // The server that makes a page keeps nothing for a device.
    if (import.meta.env.SSR) return;
    setTimeout(() => {
      import("./keepAnswers.ts").then(
        (by) => write(at, by),
        () => undefined,
      );
    }, pauseMs);
  }
}
