import { setTimeout as sleep } from "node:timers/promises";
import type { FastifyInstance } from "fastify";
import type { Endpoint, EndpointTypes } from "#contract/endpoint.ts";

/** Pause before a refused request is repeated: without one, two hundred clients would leave the server no time. */
const retryPauseMs = 20;

/** An API response as read by tests. */
export interface ApiResponse<Data> {
  status: number;
  code: number;
  msg: string;
  data: Data;
  /** Error code of a failure. */
  error: string | undefined;
  headers: Record<string, unknown>;
}

interface RequestInput<Types extends EndpointTypes> {
  params?: Types["params"];
  query?: Types["query"];
  /** Any body, so that tests can send input that the types forbid. */
  body?: unknown;
  headers?: Record<string, string>;
  ip?: string;
}

function toQueryString(query: unknown): Record<string, string> {
  return Object.fromEntries(
    Object.entries((query ?? {}) as Record<string, unknown>)
      .filter(([, value]) => value !== undefined)
      .map(([name, value]) => [name, String(value)]),
  );
}

/** Calls the server without a network; `token` null is an unauthenticated caller. */
export class Client {
  readonly #server: FastifyInstance;
  readonly token: string | null;

  constructor(server: FastifyInstance, token: string | null = null) {
    this.#server = server;
    this.token = token;
  }

  async call<Types extends EndpointTypes>(
    endpoint: Endpoint<Types>,
    input: RequestInput<Types> = {},
  ): Promise<ApiResponse<Types["data"]>> {
    const params = (input.params ?? {}) as Record<string, string>;
    const response = await this.#server.inject({
      method: endpoint.method,
      url: endpoint.path.replace(/:(\w+)/g, (_all, name: string) => encodeURIComponent(params[name] ?? name)),
      query: toQueryString(input.query),
      ...(input.body === undefined ? {} : { payload: input.body as object }),
      headers: {
        ...(this.token === null ? {} : { authorization: `Bearer ${this.token}` }),
        ...input.headers,
      },
      remoteAddress: input.ip ?? "127.0.0.1",
    });
    const body = response.json() as { code: number; msg: string; data: Types["data"] };
    const error = (body.data as { error?: string } | null)?.error;
    return { status: response.statusCode, ...body, error, headers: response.headers };
  }

  /** Calls with retries as the app does: repeats the request after a pause when the server is busy. */
  async callWithRetry<Types extends EndpointTypes>(
    endpoint: Endpoint<Types>,
    input: RequestInput<Types> = {},
  ): Promise<ApiResponse<Types["data"]>> {
    for (;;) {
      const response = await this.call(endpoint, input);
      if (response.error !== "unavailable") return response;
      await sleep(retryPauseMs);
    }
  }

  /** Returns the data of a call that has to succeed. */
  async data<Types extends EndpointTypes>(
    endpoint: Endpoint<Types>,
    input: RequestInput<Types> = {},
  ): Promise<Types["data"]> {
    const response = await this.call(endpoint, input);
    if (response.status !== 200)
      throw new Error(`${endpoint.path}: ${response.status} ${response.error} ${response.msg}`);
    return response.data;
  }
}
