import { setTimeout as sleep } from "node:timers/promises";
import { LoadClient } from "../LoadClient.ts";
import type { LoadCustomer } from "../processes/customers.ts";

const probePauseMs = 100;
/** Below the limit of messages of a customer. */
const messagePauseMs = 4_000;
const messageRetryMs = 1_000;

/** A customer who changes the own name all the time, to see how long no write succeeds. */
export class WriteProbe {
  /** Times of the acknowledged writes, in ms of performance.now(). */
  readonly acknowledgedAt: number[] = [];
  readonly #client: LoadClient;
  readonly #customer: LoadCustomer;

  constructor(url: string, customer: LoadCustomer) {
    this.#client = new LoadClient(url);
    this.#customer = customer;
  }

  get internalErrors(): readonly string[] {
    return this.#client.internalErrors;
  }

  async run(signal: AbortSignal): Promise<void> {
    for (let nth = 0; !signal.aborted; nth++) {
      const { token } = this.#customer;
      const body = { nickname: `n${nth}` };
      const { problem } = await this.#client.send({ method: "PUT", path: "/api/v1/user/info", token, body });
      if (problem === null) this.acknowledgedAt.push(performance.now());
      await sleep(probePauseMs);
    }
    this.#client.close();
  }
}

/** A customer who sends messages, each again with the same key until it is acknowledged. */
export class MessageWriter {
  /** Keys of the acknowledged messages. */
  readonly acknowledged: string[] = [];
  /** Messages that had to be sent more than once. */
  repeated = 0;
  readonly customer: LoadCustomer;
  readonly #client: LoadClient;

  constructor(url: string, customer: LoadCustomer) {
    this.#client = new LoadClient(url);
    this.customer = customer;
  }

  get internalErrors(): readonly string[] {
    return this.#client.internalErrors;
  }

  async run(signal: AbortSignal): Promise<void> {
    for (let nth = 0; !signal.aborted; nth++) {
      const key = `repeated-message-${nth}`;
      for (let attempt = 1; !signal.aborted; attempt++) {
        if (await this.#send(key)) {
          this.acknowledged.push(key);
          if (attempt > 1) this.repeated += 1;
          break;
        }
        await sleep(messageRetryMs);
      }
      await sleep(messagePauseMs);
    }
    this.#client.close();
  }

  async #send(key: string): Promise<boolean> {
    const { token } = this.customer;
    const body = { type: "text", content: key, client_key: key };
    const { problem } = await this.#client.send({ method: "POST", path: "/api/v1/chat/send", token, body });
    return problem === null;
  }
}
