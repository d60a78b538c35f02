import { join } from "node:path";
import type { Credentials } from "../credentials.ts";
import { TimerGroup } from "../shared/TimerGroup.ts";
import { EventLog } from "./EventLog.ts";
import { Notifier } from "./Notifier.ts";
import { DEFAULT_BEHAVIOUR, type PayBehaviour } from "./payBehaviour.ts";
import { RefundService } from "./RefundService.ts";
import { TransactionRepository } from "./TransactionRepository.ts";
import { TransactionService } from "./TransactionService.ts";

/** Options of the provider: data folder, credentials, and its address for browsers. */
export type PaymentProviderOptions = {
  dir: string;
  keys: Credentials;
  publicUrl: () => string;
  notifyBackoffMs: readonly number[];
};

/**
 * The simulated payment provider with all its components; `resume` continues the unfinished work of an
 * earlier process.
 */
export class PaymentProvider {
  readonly keys: Credentials;
  readonly publicUrl: () => string;
  readonly behaviour: PayBehaviour = { ...DEFAULT_BEHAVIOUR };
  readonly timers = new TimerGroup();
  readonly repository: TransactionRepository;
  readonly notifier: Notifier;
  readonly transactions: TransactionService;
  readonly refunds: RefundService;
  readonly #eventLog: EventLog;

  constructor({ dir, keys, publicUrl, notifyBackoffMs }: PaymentProviderOptions) {
    const { timers, behaviour } = this;
    this.keys = keys;
    this.publicUrl = publicUrl;
    this.#eventLog = new EventLog(join(dir, "pay.jsonl"));
    this.repository = new TransactionRepository(this.#eventLog);
    this.notifier = new Notifier({
      repository: this.repository,
      keys,
      timers,
      behaviour,
      backoffMs: notifyBackoffMs,
    });
    this.transactions = new TransactionService(this.repository, keys, this.notifier);
    this.refunds = new RefundService(this.repository, this.notifier, timers, behaviour);
  }

  /** Settles open refunds and sends pending notifications. */
  resume(): void {
    this.notifier.resume();
    this.refunds.resume();
  }

  /** Ends all running tasks and closes the log. */
  async close(): Promise<void> {
    await this.timers.close();
    this.#eventLog.close();
  }
}
