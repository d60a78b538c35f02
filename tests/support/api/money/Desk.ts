import type { CallTypes, Endpoint } from "#contract/endpoint.ts";
import type { Answer } from "../Client.ts";
import { Client } from "../Client.ts";
import type { TestApp } from "../testApp.ts";
import type { Mortal } from "./Mortal.ts";

/** Somebody's calls to a shop of two server processes, one of which dies now and then. */
export class Desk {
  readonly #client: Client;
  readonly #mortal: Mortal;

  constructor(app: TestApp, mortal: Mortal, token: string) {
    this.#client = new Client(app.server, token);
    this.#mortal = mortal;
  }

  /**
   * Calls one of the two; whoever gets no answer from the mortal one asks the other with the same words, as phones do
   * behind a proxy.
   */
  async call<Types extends CallTypes>(
    endpoint: Endpoint<Types>,
    body: unknown,
    isThere: boolean,
  ): Promise<Answer<Types["data"]>> {
    const url = isThere ? this.#mortal.url : null;
    const answer =
      url === null ? null : await this.#ask<Types>(`${url}${endpoint.path}`, endpoint.method, body);
    if (answer !== null && answer.error !== "unavailable") return answer;
    return await this.#client.persist(endpoint, { body });
  }

  async #ask<Types extends CallTypes>(
    url: string,
    method: string,
    body: unknown,
  ): Promise<Answer<Types["data"]> | null> {
    try {
      const response = await fetch(url, {
        method,
        headers: { "content-type": "application/json", authorization: `Bearer ${this.#client.token}` },
        body: JSON.stringify(body),
      });
      const reply = (await response.json()) as { code: number; msg: string; data: Types["data"] };
      const error = (reply.data as { error?: string } | null)?.error;
      return { status: response.status, ...reply, error, headers: {} };
    } catch (error) {
      // The process died over it: nobody knows what it did before.
      if (error instanceof TypeError || error instanceof SyntaxError) return null;
      throw error;
    }
  }
}
