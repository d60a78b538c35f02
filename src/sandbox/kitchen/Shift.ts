import { Schedule } from "../shared/Schedule.ts";
import { type BoardOrder, nextStep, type Pauses } from "./pace.ts";
import { readEvents, type ServerEvent } from "./readEvents.ts";
import { NotListed, Refusal, StaffDoor, type StaffDoorSettings } from "./StaffDoor.ts";

const EVENTS_PATH = "/api/v1/chat/admin/events";
const PAGE_SIZE = 50;
const MOST_PAGES = 6;
/** A burst of events about one store is one look at its board. */
const GATHER_MS = 300;
const RETRY_MS = { first: 1_000, most: 30_000 };
/** Keeps the session awake too, which ends after two hours without a call. */
const ROUND_MS = 30 * 60_000;

type Page<Row> = { has_more: boolean } & Row;
type Stores = { data: Page<{ stores: { storecode: string }[] }> };
type Board = Page<{ list: BoardOrder[] }>;
type Job = { status: string };

/** How a shift goes: the server is awaited, it does not know the kitchen, or work is done. */
export type ShiftState = "waiting" | "unknown" | "working";
/** A step that was taken; `at` in ISO 8601 UTC. */
export type KitchenStep = { code: string; to: string; at: string };

/** Where the shift works, how quickly, and who is told of its steps. */
export type ShiftSettings = Omit<StaffDoorSettings, "schedule"> & {
  pauses: Pauses;
  onStep: (step: KitchenStep) => void;
};

/** One opening of the kitchen: learns of paid orders and moves each on after a while, until it ends. */
export class Shift {
  readonly #schedule = new Schedule();
  readonly #door: StaffDoor;
  readonly #settings: ShiftSettings;
  /** What is going to happen to an order, by its id. */
  readonly #jobs = new Map<string, Job>();
  /** Stores whose boards are about to be read. */
  readonly #looks = new Set<string>();
  readonly #work: Promise<void>;
  #lastEventId = "";
  #state: ShiftState = "waiting";

  constructor(settings: ShiftSettings) {
    this.#settings = settings;
    this.#door = new StaffDoor({ ...settings, schedule: this.#schedule });
    this.#work = this.#run();
    this.#rounds();
  }

  get state(): ShiftState {
    return this.#state;
  }

  /** Stops everything; what is under way ends first. */
  async end(): Promise<void> {
    await this.#schedule.close();
    await this.#work;
  }

  async #run(): Promise<void> {
    for (let failures = 0; !this.#schedule.signal.aborted; ) {
      const begun = Date.now();
      const problem = await this.#follow().catch(expected);
      failures = Date.now() - begun > RETRY_MS.most ? 1 : failures + 1;
      await this.#rest(problem, failures);
    }
  }

  /** Waits before the next try: longer each time, and as long as the server asks for. */
  async #rest(problem: unknown, failures: number): Promise<void> {
    this.#state = problem instanceof NotListed ? "unknown" : "waiting";
    const backoff = Math.min(RETRY_MS.most, RETRY_MS.first * 2 ** (failures - 1));
    const asked = problem instanceof Refusal ? problem.retryMs : 0;
    await this.#schedule.pause(Math.max(backoff, asked)).catch(expected);
  }

  /** Reads the live stream from where it was left until it ends. */
  async #follow(): Promise<void> {
    const headers = this.#lastEventId === "" ? {} : { "last-event-id": this.#lastEventId };
    const { body } = await this.#door.open(EVENTS_PATH, { headers, isStream: true });
    this.#state = "working";
    if (body === null) return;
    for await (const event of readEvents(body)) await this.#take(event);
  }

  async #take({ id, name, data }: ServerEvent): Promise<void> {
    if (name === "reset" || (name === "position" && this.#lastEventId === "")) {
      // Only a look at everything that came to its end counts as one.
      this.#lastEventId = "";
      await this.#lookAround();
    }
    if (name === "order") this.#look(String(data.restaurant_id));
    if (id !== "") this.#lastEventId = id;
  }

  #rounds(): void {
    this.#later(ROUND_MS, async () => {
      this.#rounds();
      if (this.#state === "working") await this.#lookAround();
    });
  }

  /** Reads the boards of all stores. */
  async #lookAround(): Promise<void> {
    for (let page = 1; page <= MOST_PAGES; page++) {
      const path = `/api/v1/restaurant/list?page=${page}&pageSize=${PAGE_SIZE}`;
      const { data } = await this.#door.call<Stores>(path);
      for (const { storecode } of data.stores) await this.#readBoard(storecode);
      if (!data.has_more) return;
    }
  }

  #look(store: string, afterMs = GATHER_MS): void {
    if (this.#looks.has(store)) return;
    this.#looks.add(store);
    this.#later(afterMs, async () => {
      this.#looks.delete(store);
      await this.#readBoard(store).catch((error: unknown) => {
        this.#look(store, RETRY_MS.most);
        throw error;
      });
    });
  }

  async #readBoard(store: string): Promise<void> {
    for (let page = 1; page <= MOST_PAGES; page++) {
      const query = new URLSearchParams({
        restaurant_id: store,
        page: String(page),
        pageSize: String(PAGE_SIZE),
      });
      const { list, has_more } = await this.#door.call<Board>(`/api/v1/order/admin/board?${query}`);
      for (const order of list) this.#plan(order, store);
      if (!has_more) return;
    }
  }

  #plan(order: BoardOrder, store: string): void {
    const known = this.#jobs.get(order.order_id);
    const now = Date.now();
    const step = nextStep(order, now, this.#settings.pauses);
    if (step === null) {
      this.#jobs.delete(order.order_id);
      return;
    }
    if (known?.status === order.status) return;
    const job = { status: order.status };
    this.#jobs.set(order.order_id, job);
    this.#later(step.at - now, async () => {
      if (this.#jobs.get(order.order_id) !== job) return;
      this.#jobs.delete(order.order_id);
      await this.#move(order, step.to).finally(() => this.#look(store));
    });
  }

  async #move(order: BoardOrder, to: string): Promise<void> {
    await this.#door.call("/api/v1/order/admin/advance", { order_id: order.order_id, to });
    const code = order.pickup_code ?? order.order_no;
    this.#settings.onStep({ code, to, at: new Date().toISOString() });
  }

  /** Does it after a while; what goes wrong on the way to the server is put right by a later look. */
  #later(ms: number, task: () => void | Promise<void>): void {
    this.#schedule.at(Date.now() + ms, async () => {
      await Promise.resolve(task()).catch(expected);
    });
  }
}

/** The failure, when it is one of the server's or of the way there, or the end of the shift; throws any other. */
function expected(error: unknown): unknown {
  const isOver = error instanceof Error && ["AbortError", "TimeoutError"].includes(error.name);
  if (isOver || error instanceof Refusal || error instanceof TypeError) return error;
  throw error;
}
