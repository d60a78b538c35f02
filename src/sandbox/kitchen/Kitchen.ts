import {
  type KitchenStep,
  KitchenWorker,
  type KitchenWorkerOptions,
  type KitchenWorkerState,
} from "./KitchenWorker.ts";
import { DEFAULT_DELAYS, type Delays } from "./timing.ts";

const MAX_STEPS = 20;

/** Whom the kitchen works for; by default as quickly as people. */
export type KitchenOptions = Omit<KitchenWorkerOptions, "pauses" | "onStep"> & {
  pauses?: Delays | undefined;
};
export type KitchenState = "off" | KitchenWorkerState;

/** Plays the people of all stores: accepts paid orders, cooks and hands over, by the calls that staff have. */
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

  /** The steps it took, the newest first. */
  get steps(): readonly KitchenStep[] {
    return this.#steps;
  }

  /** Opens the kitchen, or closes it: what it has not moved by then stays where it is. */
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
