/** A short message as a phone would show it; `at` in ISO 8601 UTC. */
export type SmsMessage = { phone: string; text: string; code: string; at: string };

const CAPACITY = 1_000;

/** The newest messages of all simulated phones, in memory only. */
export class Inbox {
  #messages: SmsMessage[] = [];

  /** Keeps a message; the oldest one goes when there are too many. */
  add(message: SmsMessage): void {
    this.#messages = [message, ...this.#messages].slice(0, CAPACITY);
  }

  /** Newest first; of one phone when a number is given. */
  list(phone?: string): SmsMessage[] {
    return phone === undefined
      ? [...this.#messages]
      : this.#messages.filter((message) => message.phone === phone);
  }
}
