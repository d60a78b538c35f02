import type { PaymentStatus } from "#contract/order/payment.schema.ts";
import type { AttemptRow } from "./payment.repository.ts";

type ProviderState = PaymentStatus["provider_state"];

interface Options {
  /** Asks the provider about a trade and applies the answer; null when there was none. */
  query: (attempt: AttemptRow) => Promise<ProviderState>;
  /** Called with a failure that came after the answer was given up. */
  onError: (error: unknown) => void;
  now: () => number;
  /** How long a question waits for the provider; the provider's answer counts also when it comes later. */
  timeoutMs: number;
}

/** How often one trade may be asked about in the window. */
const maxQueries = 20;
const windowMs = 10_000;

/** Customers' questions about trades: each reaches the provider at once, alike ones together, and none too often. */
export class TradeQueryLimiter {
  readonly #options: Options;
  readonly #inFlight = new Map<string, Promise<ProviderState>>();
  readonly #windows = new Map<string, { endsAt: number; count: number }>();

  constructor(options: Options) {
    this.#options = options;
  }

  /** What the provider says of an attempt; null when it does not answer in time or was asked too often. */
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
    // Nobody may be waiting for it any more.
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
