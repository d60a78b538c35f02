import type { PaymentStatus } from "#contract/order/payment.schema.ts";
import type { AttemptRow } from "./payment.repository.ts";

type ProviderState = PaymentStatus["provider_state"];

interface Options {
  /** Queries the provider about a trade and applies the result; null when there was none. */
  query: (attempt: AttemptRow) => Promise<ProviderState>;
  /** Called with a failure that came after the result was given up. */
  onError: (error: unknown) => void;
  now: () => number;
  /** Time in ms that a query waits for the provider; a later result is still applied. */
  timeoutMs: number;
}

/** Maximum queries for one trade in the window. */
const maxQueries = 20;
const windowMs = 10_000;

/**
 * Limits customers' queries about trades: each reaches the provider at once, concurrent ones are merged, and
 * the rate is limited.
 */
export class TradeQueryLimiter {
  readonly #options: Options;
  readonly #inFlight = new Map<string, Promise<ProviderState>>();
  readonly #windows = new Map<string, { endsAt: number; count: number }>();

  constructor(options: Options) {
    this.#options = options;
  }

  /** Returns the provider's state of an attempt; null when it is too slow or was queried too often. */
  async query(attempt: AttemptRow): Promise<ProviderState> {
    const result = this.#inFlight.get(attempt.id) ?? this.#start(attempt);
    let timer: NodeJS.Timeout | undefined;
    const timeout = new Promise<null>((resolve) => {
      timer = setTimeout(resolve, this.#options.timeoutMs, null);
    });
    return await Promise.race([result, timeout]).finally(() => clearTimeout(timer));
  }

  #start(attempt: AttemptRow): Promise<ProviderState> {
    if (!this.#hasQuota(attempt.id)) return Promise.resolve(null);
    const result = this.#options.query(attempt).finally(() => this.#inFlight.delete(attempt.id));
    this.#inFlight.set(attempt.id, result);
    // Avoids an unhandled rejection when no caller waits for the result any more.
    result.catch(this.#options.onError);
    return result;
  }

  #hasQuota(id: string): boolean {
    const now = this.#options.now();
    for (const [key, { endsAt }] of this.#windows) if (endsAt <= now) this.#windows.delete(key);
    const window = this.#windows.get(id) ?? { endsAt: now + windowMs, count: 0 };
    window.count += 1;
    this.#windows.set(id, window);
    return window.count <= maxQueries;
  }
}
