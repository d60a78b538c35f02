import type { TimerGroup } from "../shared/TimerGroup.ts";
import type { Inbox } from "../sms/Inbox.ts";
import type { TokenFile } from "./TokenFile.ts";

/** Phone number of the demo's staff account for the kitchen. */
export const KITCHEN_PHONE = "13900000009";

const CODE_TIMEOUT_MS = 5_000;
const CODE_POLL_MS = 200;
const REQUEST_TIMEOUT_MS = 15_000;
const HOUR_MS = 3_600_000;

/** Error response of the server; `status` is the HTTP status, `retryMs` the requested pause in ms. */
export class ApiError extends Error {
  readonly status: number;
  readonly retryMs: number;

  constructor(path: string, status: number, retryMs = 0) {
    super(`${path} was answered ${status}`);
    this.status = status;
    this.retryMs = retryMs;
  }
}

/**
 * No code arrived: the server does not know the kitchen's phone number, so retries are useless for a long
 * time.
 */
export class UnknownPhoneError extends ApiError {
  constructor() {
    super("the kitchen's number", 401, HOUR_MS);
  }
}

/** Options of the client: the product server, the SMS inbox, and the token file. */
export type StaffApiClientOptions = { appUrl: string; inbox: Inbox; tokens: TokenFile; schedule: TimerGroup };

type RequestOptions = {
  method?: "GET" | "POST";
  body?: object;
  headers?: Record<string, string>;
  isStream?: boolean;
};

/** Client of the product's staff API that logs in by text message. */
export class StaffApiClient {
  readonly #options: StaffApiClientOptions;
  #loggingIn: Promise<void> | null = null;

  constructor(options: StaffApiClientOptions) {
    this.#options = options;
  }

  /**
   * Returns the data of a response, logging in first if necessary. Throws ApiError and the errors of fetch.
   */
  async requestData<Data>(path: string, body?: object): Promise<Data> {
    const response = await this.request(path, body === undefined ? {} : { method: "POST", body });
    return ((await response.json()) as { data: Data }).data;
  }

  /**
   * Returns the response; logs in again once when the session has expired. Throws the same errors as
   * `requestData`.
   */
  async request(path: string, options: RequestOptions = {}): Promise<Response> {
    const { tokens } = this.#options;
    if (tokens.token === null) await this.#loginOnce();
    const usedToken = tokens.token;
    let response = await this.#fetch(path, options);
    if (response.status === 401) {
      // A concurrent request may have logged in again already.
      if (tokens.token === usedToken) await this.#loginOnce();
      response = await this.#fetch(path, options);
    }
    return response.ok ? response : await throwApiError(path, response);
  }

  #loginOnce(): Promise<void> {
    this.#loggingIn ??= this.#login().finally(() => {
      this.#loggingIn = null;
    });
    return this.#loggingIn;
  }

  async #login(): Promise<void> {
    const { tokens } = this.#options;
    tokens.set(null);
    const requestedAt = new Date().toISOString();
    await this.#post("/api/v1/service_auth/send-code", { phone: KITCHEN_PHONE });
    const code = await this.#waitForCode(requestedAt);
    const credentials = { phone: KITCHEN_PHONE, code };
    const session = await this.#post<{ token: string }>("/api/v1/service_auth/login", credentials);
    tokens.set(session.token);
  }

  async #waitForCode(since: string): Promise<string> {
    const { inbox, schedule } = this.#options;
    for (let waitedMs = 0; waitedMs < CODE_TIMEOUT_MS; waitedMs += CODE_POLL_MS) {
      const [newest] = inbox.list(KITCHEN_PHONE);
      if (newest !== undefined && newest.at >= since) return newest.code;
      await schedule.delay(CODE_POLL_MS);
    }
    throw new UnknownPhoneError();
  }

  async #post<Data>(path: string, body: object): Promise<Data> {
    const response = await this.#fetch(path, { method: "POST", body });
    if (!response.ok) await throwApiError(path, response);
    return ((await response.json()) as { data: Data }).data;
  }

  #fetch(
    path: string,
    { method = "GET", body, headers, isStream = false }: RequestOptions,
  ): Promise<Response> {
    const { appUrl, tokens, schedule } = this.#options;
    const signal = isStream
      ? schedule.signal
      : AbortSignal.any([schedule.signal, AbortSignal.timeout(REQUEST_TIMEOUT_MS)]);
    return fetch(`${appUrl}${path}`, {
      method,
      signal,
      headers: {
        ...(tokens.token === null ? {} : { authorization: `Bearer ${tokens.token}` }),
        ...(body === undefined ? {} : { "content-type": "application/json" }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
  }
}

async function throwApiError(path: string, response: Response): Promise<never> {
  await response.body?.cancel();
  throw new ApiError(path, response.status, Number(response.headers.get("retry-after") ?? 0) * 1_000);
}
