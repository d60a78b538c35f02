import { makeAutoObservable, observableRef, runInAction } from "mobx";
import { isAbortError } from "../api/ApiError.ts";

export type LoadStatus = "idle" | "loading" | "ready" | "failed";

/**
 * State of a fetch: its status, last value and last failure. A new run aborts the previous one; only the
 * newest run writes; a failure is stored and rethrown. A run aborted by its caller restores the previous
 * state. The last value stays readable while a newer one loads.
 */
export class Loadable<T> {
  status: LoadStatus = "idle";
  value: T | undefined = undefined;
  error: Error | undefined = undefined;
  private currentRun: AbortController | undefined;

  constructor() {
    makeAutoObservable<this, "currentRun">(
      this,
      { value: observableRef, error: observableRef, currentRun: false, run: false },
      { autoBind: true },
    );
  }

  get isLoading(): boolean {
    return this.status === "loading";
  }

  async run(task: (signal: AbortSignal) => Promise<T>): Promise<T> {
    const controller = this.startRun();
    try {
      const value = await task(controller.signal);
      if (this.currentRun === controller) this.set(value);
      return value;
    } catch (error) {
      const failure = error instanceof Error ? error : new Error(String(error));
      if (this.currentRun === controller) this.fail(failure);
      throw failure;
    }
  }

  /** Sets a value from another source; aborts a running fetch. */
  set(value: T): void {
    this.abortRun();
    this.status = "ready";
    this.value = value;
    this.error = undefined;
  }

  reset(): void {
    this.abortRun();
    this.status = "idle";
    this.value = undefined;
    this.error = undefined;
  }

  private startRun(): AbortController {
    this.abortRun();
    const run = new AbortController();
    this.currentRun = run;
    runInAction(() => {
      this.status = "loading";
    });
    return run;
  }

  private fail(failure: Error): void {
    this.currentRun = undefined;
    runInAction(() => {
      // Aborted by the caller: the previous value is still valid.
      if (isAbortError(failure)) this.status = this.value === undefined ? "idle" : "ready";
      else {
        this.status = "failed";
        this.error = failure;
      }
    });
  }

  private abortRun(): void {
    this.currentRun?.abort();
    this.currentRun = undefined;
  }
}
