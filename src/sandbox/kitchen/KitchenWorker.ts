import { TimerGroup } from "../shared/TimerGroup.ts";
import { readEvents, type ServerSentEvent } from "./readEvents.ts";
import { ApiError, StaffApiClient, type StaffApiClientOptions, UnknownPhoneError } from "./StaffApiClient.ts";
import { type BoardOrder, type Delays, findNextStep } from "./timing.ts";

const EVENTS_PATH = "/api/v1/chat/admin/events";
const PAGE_SIZE = 50;
const MAX_PAGES = 6;
/** Debounce in ms: a burst of events about one restaurant leads to one read of its board. */
const DEBOUNCE_MS = 300;
const RETRY_MS = { first: 1_000, max: 30_000 };
/** Polling interval in ms; also keeps the session alive, which expires after two hours without a request. */
const POLL_INTERVAL_MS = 30 * 60_000;

type Page<Row> = { has_more: boolean } & Row;
type RestaurantList = { data: Page<{ stores: { storecode: string }[] }> };
type Board = Page<{ list: BoardOrder[] }>;
type Job = { status: string };

/** State of a shift: waiting for the server, unknown to the server, or working. */
export type KitchenWorkerState = "waiting" | "unknown" | "working";
/** A completed step; `at` in ISO 8601 UTC. */
export type KitchenStep = { code: string; to: string; at: string };

/** Server, delays and step callback of a shift. */
export type KitchenWorkerOptions = Omit<StaffApiClientOptions, "schedule"> & {
  pauses: Delays;
  onStep: (step: KitchenStep) => void;
};

/** One shift of the kitchen: receives paid orders and advances each after a delay, until stopped. */
export class KitchenWorker {
  readonly #timers = new TimerGroup();
  readonly #api: StaffApiClient;
  readonly #options: KitchenWorkerOptions;
  /** Scheduled step of each order, by order id. */
  readonly #jobs = new Map<string, Job>();
  /** Restaurants whose boards are about to be read. */
  readonly #pendingBoardReads = new Set<string>();
  readonly #loop: Promise<void>;
  #lastEventId = "";
  #state: KitchenWorkerState = "waiting";

  constructor(options: KitchenWorkerOptions) {
    this.#options = options;
    this.#api = new StaffApiClient({ ...options, schedule: this.#timers });
    this.#loop = this.#runLoop();
    this.#schedulePoll();
  }

  get state(): KitchenWorkerState {
    return this.#state;
  }

  /** Stops all work; resolves when running tasks are finished. */
  async stop(): Promise<void> {
    await this.#timers.close();
    await this.#loop;
  }

  async #runLoop(): Promise<void> {
    for (let failures = 0; !this.#timers.signal.aborted; ) {
      const startedAt = Date.now();
      const error = await this.#consumeEvents().catch(rethrowUnexpected);
      failures = Date.now() - startedAt > RETRY_MS.max ? 1 : failures + 1;
      await this.#waitBeforeRetry(error, failures);
    }
  }

  /** Waits before the next try, longer each time and at least as long as the server requests. */
  async #waitBeforeRetry(error: unknown, failures: number): Promise<void> {
    this.#state = error instanceof UnknownPhoneError ? "unknown" : "waiting";
    const backoff = Math.min(RETRY_MS.max, RETRY_MS.first * 2 ** (failures - 1));
    const retryAfterMs = error instanceof ApiError ? error.retryMs : 0;
    await this.#timers.delay(Math.max(backoff, retryAfterMs)).catch(rethrowUnexpected);
  }

  /** Reads the event stream from the last event until it ends. */
  async #consumeEvents(): Promise<void> {
    const headers = this.#lastEventId === "" ? {} : { "last-event-id": this.#lastEventId };
    const { body } = await this.#api.request(EVENTS_PATH, { headers, isStream: true });
    this.#state = "working";
    if (body === null) return;
    for await (const event of readEvents(body)) await this.#handleEvent(event);
  }

  async #handleEvent({ id, name, data }: ServerSentEvent): Promise<void> {
    if (name === "reset" || (name === "position" && this.#lastEventId === "")) {
      // Cleared first: only a completed read of all boards may set the last event id.
      this.#lastEventId = "";
      await this.#readAllBoards();
    }
    if (name === "order") this.#scheduleBoardRead(String(data.restaurant_id));
    if (id !== "") this.#lastEventId = id;
  }

  #schedulePoll(): void {
    this.#runLater(POLL_INTERVAL_MS, async () => {
      this.#schedulePoll();
      if (this.#state === "working") await this.#readAllBoards();
    });
  }

  /** Reads the boards of all restaurants. */
  async #readAllBoards(): Promise<void> {
    for (let page = 1; page <= MAX_PAGES; page++) {
      const path = `/api/v1/restaurant/list?page=${page}&pageSize=${PAGE_SIZE}`;
      const { data } = await this.#api.requestData<RestaurantList>(path);
      for (const { storecode } of data.stores) await this.#readBoard(storecode);
      if (!data.has_more) return;
    }
  }

  #scheduleBoardRead(restaurantId: string, afterMs = DEBOUNCE_MS): void {
    if (this.#pendingBoardReads.has(restaurantId)) return;
    this.#pendingBoardReads.add(restaurantId);
    this.#runLater(afterMs, async () => {
      this.#pendingBoardReads.delete(restaurantId);
      await this.#readBoard(restaurantId).catch((error: unknown) => {
        this.#scheduleBoardRead(restaurantId, RETRY_MS.max);
        throw error;
      });
    });
  }

  async #readBoard(restaurantId: string): Promise<void> {
    for (let page = 1; page <= MAX_PAGES; page++) {
      const query = new URLSearchParams({
        restaurant_id: restaurantId,
        page: String(page),
        pageSize: String(PAGE_SIZE),
      });
      const { list, has_more } = await this.#api.requestData<Board>(`/api/v1/order/admin/board?${query}`);
      for (const order of list) this.#scheduleStep(order, restaurantId);
      if (!has_more) return;
    }
  }

  #scheduleStep(order: BoardOrder, restaurantId: string): void {
    const pendingJob = this.#jobs.get(order.order_id);
    const now = Date.now();
    const step = findNextStep(order, now, this.#options.pauses);
    if (step === null) {
      this.#jobs.delete(order.order_id);
      return;
    }
    if (pendingJob?.status === order.status) return;
    const job = { status: order.status };
    this.#jobs.set(order.order_id, job);
    this.#runLater(step.at - now, async () => {
      if (this.#jobs.get(order.order_id) !== job) return;
      this.#jobs.delete(order.order_id);
      await this.#advance(order, step.to).finally(() => this.#scheduleBoardRead(restaurantId));
    });
  }

  async #advance(order: BoardOrder, to: string): Promise<void> {
    await this.#api.requestData("/api/v1/order/admin/advance", { order_id: order.order_id, to });
    const code = order.pickup_code ?? order.order_no;
    this.#options.onStep({ code, to, at: new Date().toISOString() });
  }

  /** Runs a task after a delay; ignores server and network failures, which a later read makes up for. */
  #runLater(ms: number, task: () => void | Promise<void>): void {
    this.#timers.runAt(Date.now() + ms, async () => {
      await Promise.resolve(task()).catch(rethrowUnexpected);
    });
  }
}

/** Returns the error if it comes from the server, the network or the end of the shift; throws any other. */
function rethrowUnexpected(error: unknown): unknown {
  const isAborted = error instanceof Error && ["AbortError", "TimeoutError"].includes(error.name);
  if (isAborted || error instanceof ApiError || error instanceof TypeError) return error;
  throw error;
}
