import type { FastifyInstance } from "fastify";
import type { CallTypes, Endpoint } from "#contract/endpoint.ts";

/** An answer of the API as a test reads it. */
export interface Answer<Data> {
  status: number;
  code: number;
  msg: string;
  data: Data;
  /** The word of a failure. */
  error: string | undefined;
  headers: Record<string, unknown>;
}

interface Input<Types extends CallTypes> {
  params?: Types["params"];
  query?: Types["query"];
  /** Any body, so that tests can send what types forbid. */
  body?: unknown;
  headers?: Record<string, string>;
  ip?: string;
}

function queryText(query: unknown): Record<string, string> {
  return Object.fromEntries(
    Object.entries((query ?? {}) as Record<string, unknown>)
      .filter(([, value]) => value !== undefined)
      .map(([name, value]) => [name, String(value)]),
  );
}

/** Calls the server without a network; `token` null is somebody nobody knows. */
export class Client {
  readonly #server: FastifyInstance;
  readonly token: string | null;

  constructor(server: FastifyInstance, token: string | null = null) {
    this.#server = server;
    this.token = token;
  }

  async call<Types extends CallTypes>(
    endpoint: Endpoint<Types>,
    input: Input<Types> = {},
  ): Promise<Answer<Types["data"]>> {
    const params = (input.params ?? {}) as Record<string, string>;
    const response = await this.#server.inject({
      method: endpoint.method,
      url: endpoint.path.replace(/:(\w+)/g, (_all, name: string) => encodeURIComponent(params[name] ?? name)),
      query: queryText(input.query),
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

  /** Calls as the app does: told that the server is busy, it sends the same again. */
  async persist<Types extends CallTypes>(
    endpoint: Endpoint<Types>,
    input: Input<Types> = {},
  ): Promise<Answer<Types["data"]>> {
    const answer = await this.call(endpoint, input);
    return answer.error === "unavailable" ? await this.persist(endpoint, input) : answer;
  }

  /** The data of a call that has to succeed. */
  async data<Types extends CallTypes>(
    endpoint: Endpoint<Types>,
    input: Input<Types> = {},
  ): Promise<Types["data"]> {
    const answer = await this.call(endpoint, input);
    if (answer.status !== 200)
      throw new Error(`${endpoint.path}: ${answer.status} ${answer.error} ${answer.msg}`);
    return answer.data;
  }
}
