interface Request {
  query?: Record<string, string | number>;
  body?: unknown;
  form?: FormData;
}

/** A response: the HTTP status and the parsed body. */
export interface SpecificationAnswer<Data = unknown> {
  status: number;
  body: { code: number; msg: string; data: Data };
}

/** Requests whose path contains one of these carry the service token, all others the customer's. */
const servicePaths = ["/chat/admin", "/service_auth", "/order/refund"];

/**
 * A client that imports no contract: sends a JSON header with every request that is not a form, chooses the
 * token by the path, and records the endpoints it called.
 */
export class SpecificationClient {
  token: string | null = null;
  serviceToken: string | null = null;
  readonly called = new Set<string>();
  readonly #host: string;

  constructor(host: string) {
    this.#host = host;
  }

  /**
   * Sends one request over the network; returns failures as well. `{name}` in the path is filled from
   * `params`.
   */
  async send<Data = unknown>(
    method: string,
    path: string,
    request: Request = {},
    params: Record<string, string> = {},
  ): Promise<SpecificationAnswer<Data>> {
    this.called.add(`${method} ${path}`);
    const url = new URL(
      path.replace(/\{(\w+)\}/g, (_all, name: string) => params[name] ?? name),
      this.#host,
    );
    for (const [name, value] of Object.entries(request.query ?? {}))
      url.searchParams.set(name, String(value));
    const token = servicePaths.some((part) => path.includes(part)) ? this.serviceToken : this.token;
    const response = await fetch(url, {
      method,
      headers: {
        ...(request.form === undefined && { "content-type": "application/json" }),
        ...(token !== null && { authorization: `Bearer ${token}` }),
      },
      ...(request.form !== undefined && { body: request.form }),
      ...(request.body !== undefined && { body: JSON.stringify(request.body) }),
    });
    return {
      status: response.status,
      body: (await response.json()) as SpecificationAnswer<Data>["body"],
    };
  }

  /**
   * Returns the `data` of a call that has to succeed.
   * @throws Error unless status and code are 200.
   */
  async data<Data = unknown>(
    method: string,
    path: string,
    request: Request = {},
    params: Record<string, string> = {},
  ): Promise<Data> {
    const { status, body } = await this.send<Data>(method, path, request, params);
    if (status !== 200 || body.code !== 200)
      throw new Error(`${method} ${path}: ${status} ${JSON.stringify(body)}`);
    return body.data;
  }
}
