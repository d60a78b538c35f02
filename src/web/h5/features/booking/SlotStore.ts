import { makeAutoObservable } from "mobx";
import { restaurantEndpoints } from "#contract/restaurant/endpoints.ts";
import type { ApiClient } from "#web/lib/api/ApiClient.ts";
import { ApiError, isUnsupportedEndpoint } from "#web/lib/api/ApiError.ts";
import { Loadable } from "#web/lib/async/Loadable.ts";
import { commonMessages } from "#web/lib/commonMessages.ts";
import { toLocalDate } from "#web/lib/time/formatTime.ts";
import { defineStore } from "../../app/RootStore.ts";
import { listSlots, parseSlotDay, type SlotDay } from "./SlotDay.ts";

interface Dependencies {
  api: Pick<ApiClient, "call">;
  now(): number;
}

/** Bookable times of one restaurant, day by day. */
export class SlotStore {
  readonly loaded = new Loadable<SlotDay>();
  /** The selected day; empty until the server has named the first one. */
  date = "";
  private restaurantId = "";
  private readonly parts: Dependencies;

  constructor(parts: Dependencies) {
    this.parts = parts;
    makeAutoObservable<this, "parts">(this, { loaded: false, parts: false }, { autoBind: true });
  }

  /** Today in Shanghai. */
  get today(): string {
    return toLocalDate(this.parts.now());
  }

  /** Bookable days; also known while another day's slots are loading. */
  get dates(): readonly string[] {
    return this.loaded.value?.dates ?? [];
  }

  /** Slots of the selected day, never those of another one; null while loading. */
  get day(): SlotDay | null {
    const { value } = this.loaded;
    return value !== undefined && (this.date === "" || value.date === this.date) ? value : null;
  }

  get hasFailed(): boolean {
    return this.loaded.status === "failed";
  }

  /** Loads a restaurant anew, on the day of the chosen time while that is bookable. Rethrows failures. */
  async open(restaurantId: string, selectedTime: string | null): Promise<void> {
    if (restaurantId !== this.restaurantId) this.loaded.reset();
    this.restaurantId = restaurantId;
    const day = selectedTime?.slice(0, 10) ?? "";
    await this.selectDate(day >= this.today ? day : "");
  }

  /** Selects another day. Rethrows failures. */
  async selectDate(date: string): Promise<void> {
    this.date = date;
    const loadedDay = await this.loaded.run((signal) => this.fetchDay(this.restaurantId, date, signal));
    if (this.date === date) this.setDate(loadedDay.date);
  }

  /** Reloads the selected day. Rethrows failures. */
  async reload(): Promise<void> {
    await this.selectDate(this.date);
  }

  /** Returns the first available time after the given one; null when there is none. */
  async findNextAvailable(restaurantId: string, after: string): Promise<string | null> {
    const first = await this.fetchDay(restaurantId, after.slice(0, 10));
    const remainingDates = first.dates.filter((date) => date > first.date);
    for (let day: SlotDay | null = first; day !== null; ) {
      const slot = listSlots(day).find(({ time, left }) => time > after && left > 0);
      if (slot !== undefined) return slot.time;
      const next = remainingDates.shift();
      day = next === undefined ? null : await this.fetchDay(restaurantId, next);
    }
    return null;
  }

  private setDate(date: string): void {
    this.date = date;
  }

  private async fetchDay(restaurantId: string, date: string, signal?: AbortSignal): Promise<SlotDay> {
    const query = { restaurant_id: restaurantId, ...(date === "" ? {} : { date }) };
    try {
      const input = { query, ...(signal === undefined ? {} : { signal }) };
      const day = parseSlotDay(await this.parts.api.call(restaurantEndpoints.slots, input));
      if (day === null) throw new ApiError("bad_reply", commonMessages.badReply);
      return day;
    } catch (error) {
      // A host without booked times takes orders for as soon as possible, or refuses them itself.
      if (isUnsupportedEndpoint(error)) return { dates: [], date: this.today, parts: [], immediate: true };
      throw error;
    }
  }
}

export const slotStore = defineStore((root) => new SlotStore({ api: root.api, now: Date.now }));
