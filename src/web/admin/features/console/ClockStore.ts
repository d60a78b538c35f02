import { makeAutoObservable } from "mobx";

/** Current time, updated every second while it runs. */
export class ClockStore {
  /** In ms of the device's clock. */
  now = Date.now();

  constructor() {
    makeAutoObservable(this, { start: false }, { autoBind: true });
  }

  /** Starts the clock; returns the stop function. */
  start(): () => void {
    this.tick();
    const timer = setInterval(this.tick, 1_000);
    return () => clearInterval(timer);
  }

  private tick(): void {
    this.now = Date.now();
  }
}
