import type { PayState } from "#contract/order/pay.schema.ts";
import type { AttemptRow } from "./payment.repository.ts";

type ProviderState = PayState["provider_state"];

interface Options {
  /** Asks the provider about a trade and applies the answer; null when there was none. */
  ask: (attempt: AttemptRow) => Promise<ProviderState>;
  /** Called with a failure that came after the answer was given up. */
  onError: (error: unknown) => void;
  now: () => number;
  /** How long a question waits for the provider; the provider's answer counts also when it comes later. */
  waitMs: number;
}

/** How often one trade may be asked about in the window. */
const most = 20;
const windowMs = 10_000;

/** Customers' questions about trades: each reaches the provider at once, alike ones together, and none too often. */
export class TradeQueries {
  readonly #options: Options;
  readonly #underWay = new Map<string, Promise<ProviderState>>();
  readonly #windows = new Map<string, { endsAt: number; count: number }>();

  constructor(options: Options) {
    this.#options = options;
  }

  /** What the provider says of an attempt; null when it does not answer in time or was asked too often. */
  async ask(attempt: AttemptRow): Promise<ProviderState> {
    const answer = this.#underWay.get(attempt.id) ?? this.#begin(attempt);
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<null>((resolve) => {
      timer = setTimeout(resolve, this.#options.waitMs, null);
    });
    return await Promise.race([answer, late]).finally(() => clearTimeout(timer));
  }

  #begin(attempt: AttemptRow): Promise<ProviderState> {
    if (!this.#hasRoom(attempt.id)) return Promise.resolve(null);
    const answer = this.#options.ask(attempt).finally(() => this.#underWay.delete(attempt.id));
    this.#underWay.set(attempt.id, answer);
    // Nobody may be waiting for it any more.
    answer.catch(this.#options.onError);
    return answer;
  }

  #hasRoom(id: string): boolean {
    const now = this.#options.now();
    for (const [other, { endsAt }] of this.#windows) if (endsAt <= now) this.#windows.delete(other);
    const window = this.#windows.get(id) ?? { endsAt: now + windowMs, count: 0 };
    window.count += 1;
    this.#windows.set(id, window);
    return window.count <= most;
  }
}
