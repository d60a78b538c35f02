import { HUMAN_PAUSES, type Pauses } from "./pace.ts";
import { type KitchenStep, Shift, type ShiftSettings, type ShiftState } from "./Shift.ts";

const KEPT_STEPS = 20;

/** Whom the kitchen works for; by default as quickly as people. */
export type KitchenSettings = Omit<ShiftSettings, "pauses" | "onStep"> & { pauses?: Pauses | undefined };
export type KitchenState = "off" | ShiftState;

/** Plays the people of all stores: accepts paid orders, cooks and hands over, by the calls that staff have. */
export class Kitchen {
  readonly #settings: KitchenSettings;
  #shift: Shift | null = null;
  #steps: KitchenStep[] = [];

  constructor(settings: KitchenSettings) {
    this.#settings = settings;
  }

  get isOn(): boolean {
    return this.#shift !== null;
  }

  get state(): KitchenState {
    return this.#shift?.state ?? "off";
  }

  /** The steps it took, the newest first. */
  get steps(): readonly KitchenStep[] {
    return this.#steps;
  }

  /** Opens the kitchen, or closes it: what it has not moved by then stays where it is. */
  async turn(isOn: boolean): Promise<void> {
    if (isOn === this.isOn) return;
    const ended = this.#shift;
    this.#shift = isOn ? this.#open() : null;
    await ended?.end();
  }

  #open(): Shift {
    const { pauses = HUMAN_PAUSES, ...settings } = this.#settings;
    return new Shift({ ...settings, pauses, onStep: (step) => this.#note(step) });
  }

  #note(step: KitchenStep): void {
    this.#steps = [step, ...this.#steps].slice(0, KEPT_STEPS);
  }
}
