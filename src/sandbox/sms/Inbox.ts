/** A short message as a phone would show it; `at` in ISO 8601 UTC. */
export type SmsMessage = { phone: string; text: string; code: string; at: string };

const CAPACITY = 1_000;

/** The newest messages of all simulated phones, in memory only. */
export class Inbox {
  #messages: SmsMessage[] = [];

  /** Adds a message, dropping the oldest one when there are too many. */
  add(message: SmsMessage): void {
    this.#messages = [message, ...this.#messages].slice(0, CAPACITY);
  }

  /** Lists messages newest first, optionally of one phone. */
  list(phone?: string): SmsMessage[] {
    return phone === undefined
      ? [...this.#messages]
      : this.#messages.filter((message) => message.phone === phone);
  }
}
