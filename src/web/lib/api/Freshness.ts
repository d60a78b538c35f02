import { makeAutoObservable } from "mobx";

/** Whether the server answers from before its database went away, as the header `Age` says. */
export class Freshness {
  /** When what is shown was true (milliseconds); null when it is true now. */
  staleSince: number | null = null;
  /** The call that was answered so. */
  private path = "";

  constructor() {
    makeAutoObservable(this);
  }

  /** Notes an answer; `age` in seconds, null without one. The same call answered without it ends what was noted. */
  recordAge(url: string, age: string | null): void {
    const [path = ""] = url.split("?");
    const seconds = age === null ? Number.NaN : Number(age);
    if (seconds >= 0) {
      this.path = path;
      this.staleSince = Date.now() - seconds * 1_000;
    } else if (path === this.path) this.staleSince = null;
  }
}
