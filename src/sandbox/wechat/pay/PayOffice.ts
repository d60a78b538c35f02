import { join } from "node:path";
import type { Credentials } from "../../credentials.ts";
import { Schedule } from "../../shared/Schedule.ts";
import { Book } from "./Book.ts";
import { Journal } from "./Journal.ts";
import { Notifier } from "./Notifier.ts";
import { PayDesk } from "./PayDesk.ts";
import { type PayBehaviour, USUAL_BEHAVIOUR } from "./payBehaviour.ts";
import { RefundDesk } from "./RefundDesk.ts";

/** Where the office keeps its book, whom it serves, and under which address browsers reach it. */
export type PayOfficeSettings = {
  dir: string;
  keys: Credentials;
  publicUrl: () => string;
  notifyBackoffMs: readonly number[];
};

/** The simulated payment provider with all its parts; `resume` starts what an earlier process left undone. */
export class PayOffice {
  readonly keys: Credentials;
  readonly publicUrl: () => string;
  readonly behaviour: PayBehaviour = { ...USUAL_BEHAVIOUR };
  readonly schedule = new Schedule();
  readonly book: Book;
  readonly notifier: Notifier;
  readonly desk: PayDesk;
  readonly refunds: RefundDesk;
  readonly #journal: Journal;

  constructor({ dir, keys, publicUrl, notifyBackoffMs }: PayOfficeSettings) {
    const { schedule, behaviour } = this;
    this.keys = keys;
    this.publicUrl = publicUrl;
    this.#journal = new Journal(join(dir, "pay.jsonl"));
    this.book = new Book(this.#journal);
    this.notifier = new Notifier({ book: this.book, keys, schedule, behaviour, backoffMs: notifyBackoffMs });
    this.desk = new PayDesk(this.book, keys, this.notifier);
    this.refunds = new RefundDesk(this.book, this.notifier, schedule, behaviour);
  }

  /** Settles and notifies what is still open in the book. */
  resume(): void {
    this.notifier.resume();
    this.refunds.resume();
  }

  /** Ends everything that is under way and closes the book. */
  async close(): Promise<void> {
    await this.schedule.close();
    this.#journal.close();
  }
}
