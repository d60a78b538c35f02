/** Minimum cost of a rendering with its requests, in ms; a failed one costs as much. */
const minRenderMs = 20;

/** Bounds how much of each second is spent on rendering pages of a kind; beyond it shells are sent. */
export class RenderBudget {
  readonly #maxMsPerSecond: number;
  #second = 0;
  #spentMs = 0;

  constructor(maxMsPerSecond: number) {
    this.#maxMsPerSecond = maxMsPerSecond;
  }

  get hasCapacity(): boolean {
    const second = Math.floor(performance.now() / 1_000);
    if (second !== this.#second) this.#spentMs = 0;
    this.#second = second;
    return this.#spentMs < this.#maxMsPerSecond;
  }

  /** Reserves a rendering before it begins: concurrent ones must not all find capacity. */
  reserve(): void {
    this.#spentMs += minRenderMs;
  }

  /** Adds what a reserved rendering took, in ms. */
  settle(ms: number): void {
    this.#spentMs += Math.max(0, ms - minRenderMs);
  }
}
