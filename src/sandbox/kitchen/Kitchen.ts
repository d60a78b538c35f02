import {
  type KitchenStep,
  KitchenWorker,
  type KitchenWorkerOptions,
  type KitchenWorkerState,
} from "./KitchenWorker.ts";
import { DEFAULT_DELAYS, type Delays } from "./timing.ts";

const MAX_STEPS = 20;

/** Kitchen options; the default delays match human speed. */
export type KitchenOptions = Omit<KitchenWorkerOptions, "pauses" | "onStep"> & {
  pauses?: Delays | undefined;
};
export type KitchenState = "off" | KitchenWorkerState;

/**
 * Simulates the staff of all restaurants: accepts paid orders, prepares them and hands them over, through the
 * staff API.
 */
export class Kitchen {
  readonly #options: KitchenOptions;
  #worker: KitchenWorker | null = null;
  #steps: KitchenStep[] = [];

  constructor(options: KitchenOptions) {
    this.#options = options;
  }

  get isEnabled(): boolean {
    return this.#worker !== null;
  }

  get state(): KitchenState {
    return this.#worker?.state ?? "off";
  }

  /** Returns the steps taken, newest first. */
  get steps(): readonly KitchenStep[] {
    return this.#steps;
  }

  /** Opens or closes the kitchen; orders in progress stay in their status after closing. */
  async setEnabled(isEnabled: boolean): Promise<void> {
    if (isEnabled === this.isEnabled) return;
    const previous = this.#worker;
    this.#worker = isEnabled ? this.#createWorker() : null;
    await previous?.stop();
  }

  #createWorker(): KitchenWorker {
    const { pauses = DEFAULT_DELAYS, ...options } = this.#options;
    return new KitchenWorker({ ...options, pauses, onStep: (step) => this.#recordStep(step) });
  }

  #recordStep(step: KitchenStep): void {
    this.#steps = [step, ...this.#steps].slice(0, MAX_STEPS);
  }
}
