import { makeAutoObservable } from "mobx";

/** The present moment, which moves on each second while it runs. */
export class ClockStore {
  /** In ms of the device's clock. */
  now = Date.now();

  constructor() {
    makeAutoObservable(this, { start: false }, { autoBind: true });
  }

  /** Lets it move on until the answered function is called. */
  start(): () => void {
    this.tick();
    const timer = setInterval(this.tick, 1_000);
    return () => clearInterval(timer);
  }

  private tick(): void {
    this.now = Date.now();
  }
}
