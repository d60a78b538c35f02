import { makeAutoObservable } from "mobx";

/** Staleness of responses that the server sends while its database is away, from the header `Age`. */
export class Freshness {
  /** Timestamp (ms) at which the shown data was current; null if it is current now. */
  staleSince: number | null = null;
  /** Path of the stale response. */
  private path = "";

  constructor() {
    makeAutoObservable(this);
  }

  /**
   * Records a response; `age` in seconds, null without the header. A response of the same path without it
   * clears the staleness.
   */
  recordAge(url: string, age: string | null): void {
    const [path = ""] = url.split("?");
    const seconds = age === null ? Number.NaN : Number(age);
    if (seconds >= 0) {
      this.path = path;
      this.staleSince = Date.now() - seconds * 1_000;
    } else if (path === this.path) this.staleSince = null;
  }
}
