import { makeAutoObservable, observableRef, runInAction } from "mobx";
import { isAborted } from "./api/ApiError.ts";

export type LoadStatus = "idle" | "loading" | "ready" | "failed";

/**
 * Something that is fetched: its state, its last value and its last failure.
 * A new run gives up the one before; only the newest run writes; a failure is kept and thrown again. A run that was
 * given up from outside leaves everything as it was.
 * The last value stays readable while a newer one loads.
 */
export class Loadable<T> {
  status: LoadStatus = "idle";
  value: T | undefined = undefined;
  error: Error | undefined = undefined;
  private running: AbortController | undefined;

  constructor() {
    makeAutoObservable<this, "running">(
      this,
      { value: observableRef, error: observableRef, running: false, run: false },
      { autoBind: true },
    );
  }

  get isLoading(): boolean {
    return this.status === "loading";
  }

  async run(work: (signal: AbortSignal) => Promise<T>): Promise<T> {
    const run = this.begin();
    try {
      const value = await work(run.signal);
      if (this.running === run) this.set(value);
      return value;
    } catch (error) {
      const failure = error instanceof Error ? error : new Error(String(error));
      if (this.running === run) this.fail(failure);
      throw failure;
    }
  }

  /** Takes a value that came another way; a running fetch is given up. */
  set(value: T): void {
    this.stop();
    this.status = "ready";
    this.value = value;
    this.error = undefined;
  }

  reset(): void {
    this.stop();
    this.status = "idle";
    this.value = undefined;
    this.error = undefined;
  }

  private begin(): AbortController {
    this.stop();
    const run = new AbortController();
    this.running = run;
    runInAction(() => {
      this.status = "loading";
    });
    return run;
  }

  private fail(failure: Error): void {
    this.running = undefined;
    runInAction(() => {
      // Whoever looked has gone: what was known is as good as before.
      if (isAborted(failure)) this.status = this.value === undefined ? "idle" : "ready";
      else {
        this.status = "failed";
        this.error = failure;
      }
    });
  }

  private stop(): void {
    this.running?.abort();
    this.running = undefined;
  }
}
