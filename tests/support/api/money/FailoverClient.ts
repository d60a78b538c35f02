import type { Endpoint, EndpointTypes } from "#contract/endpoint.ts";
import type { ApiResponse } from "../Client.ts";
import { Client } from "../Client.ts";
import type { TestApp } from "../testApp.ts";
import type { KillableServer } from "./KillableServer.ts";

/** Client of an app with two server processes, one of which is killed now and then. */
export class FailoverClient {
  readonly #client: Client;
  readonly #killableServer: KillableServer;

  constructor(app: TestApp, killableServer: KillableServer, token: string) {
    this.#client = new Client(app.server, token);
    this.#killableServer = killableServer;
  }

  /**
   * Calls one of the two processes; if the killable one is unavailable or does not respond, repeats the same
   * request at the other, as phones do behind a proxy.
   */
  async call<Types extends EndpointTypes>(
    endpoint: Endpoint<Types>,
    body: unknown,
    useKillableServer: boolean,
  ): Promise<ApiResponse<Types["data"]>> {
    const url = useKillableServer ? this.#killableServer.url : null;
    const response =
      url === null ? null : await this.#request<Types>(`${url}${endpoint.path}`, endpoint.method, body);
    if (response !== null && response.error !== "unavailable") return response;
    return await this.#client.callWithRetry(endpoint, { body });
  }

  async #request<Types extends EndpointTypes>(
    url: string,
    method: string,
    body: unknown,
  ): Promise<ApiResponse<Types["data"]> | null> {
    try {
      const httpResponse = await fetch(url, {
        method,
        headers: { "content-type": "application/json", authorization: `Bearer ${this.#client.token}` },
        body: JSON.stringify(body),
      });
      const reply = (await httpResponse.json()) as { code: number; msg: string; data: Types["data"] };
      const error = (reply.data as { error?: string } | null)?.error;
      return { status: httpResponse.status, ...reply, error, headers: {} };
    } catch (error) {
      // The process was killed during the request; whether it took effect is unknown.
      if (error instanceof TypeError || error instanceof SyntaxError) return null;
      throw error;
    }
  }
}
