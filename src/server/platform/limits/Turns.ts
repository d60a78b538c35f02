/** How much of the mean each new duration makes up. */
const weight = 1 / 16;

interface TurnsParts {
  /** So many run at the same time. */
  atOnce: number;
  /** So long the others wait for their turn, in order. */
  waitMs: number;
  /** What who would wait longer is told. */
  refusal: () => Error;
}

/**
 * Lets only so much be done at once. Whoever comes when the queue would take too long, by what the last ones took, is
 * refused at once instead of waiting in vain; nobody waits longer than allowed.
 */
export class Turns {
  readonly #parts: TurnsParts;
  readonly #waiting = new Set<() => void>();
  #busy = 0;
  #meanMs = 0;

  constructor(parts: TurnsParts) {
    this.#parts = parts;
  }

  get isIdle(): boolean {
    return this.#busy === 0;
  }

  /** How long who comes now waits, by what the last ones took, in milliseconds. */
  get queueMs(): number {
    const { atOnce } = this.#parts;
    return this.#busy < atOnce ? 0 : ((this.#waiting.size + 1) * this.#meanMs) / atOnce;
  }

  /** Does the work when it is its turn. Throws the refusal, or what the work throws. */
  async take<T>(work: () => Promise<T>, waitMs = this.#parts.waitMs): Promise<T> {
    if (this.#busy < this.#parts.atOnce) this.#busy += 1;
    else await this.#wait(waitMs);
    const begun = performance.now();
    try {
      return await work();
    } finally {
      this.#meanMs += (performance.now() - begun - this.#meanMs) * weight;
      this.#passOn();
    }
  }

  async #wait(waitMs: number): Promise<void> {
    const { refusal } = this.#parts;
    if (this.queueMs > waitMs) throw refusal();
    await new Promise<void>((resolve, reject) => {
      const begin = () => {
        clearTimeout(timer);
        resolve();
      };
      const timer = setTimeout(() => {
        this.#waiting.delete(begin);
        reject(refusal());
      }, waitMs);
      this.#waiting.add(begin);
    });
  }

  /** To whoever has waited longest. */
  #passOn(): void {
    const [next] = this.#waiting;
    if (next === undefined) {
      this.#busy -= 1;
      return;
    }
    this.#waiting.delete(next);
    next();
  }
}

/** Turns of their own for each key, for as long as somebody has one. */
export class TurnsByKey {
  readonly #parts: TurnsParts;
  readonly #turns = new Map<string, Turns>();

  constructor(parts: TurnsParts) {
    this.#parts = parts;
  }

  /** Does the work when it is its turn among those of its key. */
  async take<T>(key: string, work: () => Promise<T>): Promise<T> {
    let turns = this.#turns.get(key);
    if (turns === undefined) {
      turns = new Turns(this.#parts);
      this.#turns.set(key, turns);
    }
    try {
      return await turns.take(work);
    } finally {
      if (turns.isIdle) this.#turns.delete(key);
    }
  }
}
