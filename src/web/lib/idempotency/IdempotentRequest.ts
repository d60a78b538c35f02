import { createIdempotencyKey } from "./createIdempotencyKey.ts";

/**
 * Request that takes effect once: a retry with the same input reuses its key until it succeeds, any other input
 * gets a new one. Kept in memory only; an attempt that must survive a reload is a `SubmitAttempt`.
 */
export class IdempotentRequest {
  private last = { idempotencyKey: "", input: "" };

  /** Sends the request with the key of its input. Rethrows failures. */
  async send<T>(input: unknown, send: (idempotencyKey: string) => Promise<T>): Promise<T> {
    const text = JSON.stringify(input);
    if (this.last.input !== text) this.last = { idempotencyKey: createIdempotencyKey(), input: text };
    const { idempotencyKey } = this.last;
    const result = await send(idempotencyKey);
    if (this.last.idempotencyKey === idempotencyKey) this.clear();
    return result;
  }

  /** Forgets the last request: the same input is a new request. */
  clear(): void {
    this.last = { idempotencyKey: "", input: "" };
  }
}
