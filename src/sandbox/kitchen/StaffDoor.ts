import type { Schedule } from "../shared/Schedule.ts";
import type { Inbox } from "../sms/Inbox.ts";
import type { TokenFile } from "./TokenFile.ts";

/** The member of staff that the demo keeps for the kitchen. */
export const KITCHEN_PHONE = "13900000009";

const CODE_WAIT_MS = 5_000;
const LOOK_MS = 200;
const CALL_LIMIT_MS = 15_000;
const HOUR_MS = 3_600_000;

/** The server said no; `status` is HTTP's, `retryMs` how long it wants to be left alone. */
export class Refusal extends Error {
  readonly status: number;
  readonly retryMs: number;

  constructor(path: string, status: number, retryMs = 0) {
    super(`${path} was answered ${status}`);
    this.status = status;
    this.retryMs = retryMs;
  }
}

/** No code came: the server does not know the kitchen's number, so there is nothing to do here for long. */
export class NotListed extends Refusal {
  constructor() {
    super("the kitchen's number", 401, HOUR_MS);
  }
}

/** What a door needs to know: the product server, the phones' inbox, and where the token is kept. */
export type StaffDoorSettings = { appUrl: string; inbox: Inbox; tokens: TokenFile; schedule: Schedule };

type Wish = { method?: "GET" | "POST"; body?: object; headers?: Record<string, string>; isStream?: boolean };

/** Calls of the product's staff API by somebody who logs in by text message like everybody else. */
export class StaffDoor {
  readonly #settings: StaffDoorSettings;
  #entering: Promise<void> | null = null;

  constructor(settings: StaffDoorSettings) {
    this.#settings = settings;
  }

  /** The data of a call. Logs in first where that is needed. Throws Refusal, and what fetch throws. */
  async call<Data>(path: string, body?: object): Promise<Data> {
    const response = await this.open(path, body === undefined ? {} : { method: "POST", body });
    return ((await response.json()) as { data: Data }).data;
  }

  /** The answer of a call; a session that ended meanwhile is renewed once. Throws like `call`. */
  async open(path: string, wish: Wish = {}): Promise<Response> {
    const { tokens } = this.#settings;
    if (tokens.token === null) await this.#enterOnce();
    const used = tokens.token;
    let response = await this.#fetch(path, wish);
    if (response.status === 401) {
      // Another call may have logged in again meanwhile.
      if (tokens.token === used) await this.#enterOnce();
      response = await this.#fetch(path, wish);
    }
    return response.ok ? response : await refuse(path, response);
  }

  #enterOnce(): Promise<void> {
    this.#entering ??= this.#enter().finally(() => {
      this.#entering = null;
    });
    return this.#entering;
  }

  async #enter(): Promise<void> {
    const { tokens } = this.#settings;
    tokens.set(null);
    const begun = new Date().toISOString();
    await this.#post("/api/v1/service_auth/send-code", { phone: KITCHEN_PHONE });
    const code = await this.#arrived(begun);
    const form = { phone: KITCHEN_PHONE, code };
    const entered = await this.#post<{ token: string }>("/api/v1/service_auth/login", form);
    tokens.set(entered.token);
  }

  async #arrived(since: string): Promise<string> {
    const { inbox, schedule } = this.#settings;
    for (let waited = 0; waited < CODE_WAIT_MS; waited += LOOK_MS) {
      const [newest] = inbox.list(KITCHEN_PHONE);
      if (newest !== undefined && newest.at >= since) return newest.code;
      await schedule.pause(LOOK_MS);
    }
    throw new NotListed();
  }

  async #post<Data>(path: string, body: object): Promise<Data> {
    const response = await this.#fetch(path, { method: "POST", body });
    if (!response.ok) await refuse(path, response);
    return ((await response.json()) as { data: Data }).data;
  }

  #fetch(path: string, { method = "GET", body, headers, isStream = false }: Wish): Promise<Response> {
    const { appUrl, tokens, schedule } = this.#settings;
    const limit = isStream
      ? schedule.signal
      : AbortSignal.any([schedule.signal, AbortSignal.timeout(CALL_LIMIT_MS)]);
    return fetch(`${appUrl}${path}`, {
      method,
      signal: limit,
      headers: {
        ...(tokens.token === null ? {} : { authorization: `Bearer ${tokens.token}` }),
        ...(body === undefined ? {} : { "content-type": "application/json" }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
  }
}

async function refuse(path: string, response: Response): Promise<never> {
  await response.body?.cancel();
  throw new Refusal(path, response.status, Number(response.headers.get("retry-after") ?? 0) * 1_000);
}
