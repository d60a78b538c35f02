import { makeAutoObservable } from "mobx";
import { restaurantEndpoints } from "#contract/restaurant/endpoints.ts";
import type { ApiClient } from "#web/shared/api/ApiClient.ts";
import { ApiError, isMissingCall } from "#web/shared/api/ApiError.ts";
import { Loadable } from "#web/shared/Loadable.ts";
import { texts } from "#web/shared/texts.ts";
import { shanghaiDate } from "../features/booking/bookingTime.ts";
import { normalizeSlots, type SlotDay, slotsOf } from "../features/booking/SlotDay.ts";
import { storeOf } from "../RootStore.ts";

interface Parts {
  api: Pick<ApiClient, "call">;
  now(): number;
}

/** The times that can be booked at one store, day by day. */
export class SlotStore {
  readonly loaded = new Loadable<SlotDay>();
  /** The day in view; empty until the server has named the first one. */
  date = "";
  private restaurantId = "";
  private readonly parts: Parts;

  constructor(parts: Parts) {
    this.parts = parts;
    makeAutoObservable<this, "parts">(this, { loaded: false, parts: false }, { autoBind: true });
  }

  /** Today in Shanghai. */
  get today(): string {
    return shanghaiDate(this.parts.now());
  }

  /** The days that can be booked; also known while another day's slots come. */
  get dates(): readonly string[] {
    return this.loaded.value?.dates ?? [];
  }

  /** The slots of the day in view, never those of another one; null while they come. */
  get day(): SlotDay | null {
    const { value } = this.loaded;
    return value !== undefined && (this.date === "" || value.date === this.date) ? value : null;
  }

  get hasFailed(): boolean {
    return this.loaded.status === "failed";
  }

  /** Looks at a store anew, on the day of the chosen time where that can still be booked. Rethrows failures. */
  async open(restaurantId: string, chosen: string | null): Promise<void> {
    if (restaurantId !== this.restaurantId) this.loaded.reset();
    this.restaurantId = restaurantId;
    const day = chosen?.slice(0, 10) ?? "";
    await this.show(day >= this.today ? day : "");
  }

  /** Shows another day. Rethrows failures. */
  async show(date: string): Promise<void> {
    this.date = date;
    const day = await this.loaded.run((signal) => this.ask(this.restaurantId, date, signal));
    if (this.date === date) this.see(day.date);
  }

  /** Asks again for what is in view. Rethrows failures. */
  async reload(): Promise<void> {
    await this.show(this.date);
  }

  /** The first time after the given one that has a place left; null when there is none. */
  async nextFree(restaurantId: string, after: string): Promise<string | null> {
    const first = await this.ask(restaurantId, after.slice(0, 10));
    const rest = first.dates.filter((date) => date > first.date);
    for (let day: SlotDay | null = first; day !== null; ) {
      const free = slotsOf(day).find(({ time, left }) => time > after && left > 0);
      if (free !== undefined) return free.time;
      const next = rest.shift();
      day = next === undefined ? null : await this.ask(restaurantId, next);
    }
    return null;
  }

  private see(date: string): void {
    this.date = date;
  }

  private async ask(restaurantId: string, date: string, signal?: AbortSignal): Promise<SlotDay> {
    const query = { restaurant_id: restaurantId, ...(date === "" ? {} : { date }) };
    try {
      const input = { query, ...(signal === undefined ? {} : { signal }) };
      const day = normalizeSlots(await this.parts.api.call(restaurantEndpoints.slots, input));
      if (day === null) throw new ApiError("bad_reply", texts.badReply);
      return day;
    } catch (error) {
      // A host without booked times takes orders for as soon as possible, or refuses them itself.
      if (isMissingCall(error)) return { dates: [], date: this.today, parts: [], immediate: true };
      throw error;
    }
  }
}

export const slotStore = storeOf((root) => new SlotStore({ api: root.api, now: Date.now }));
