import { makeAutoObservable } from "mobx";
import { type StaffEvents, staffEventsPath } from "#contract/events.ts";
import { EventStream, type StreamTimeouts } from "#web/lib/api/EventStream.ts";
import { selectedRestaurantStore } from "../features/restaurant/SelectedRestaurantStore.ts";
import { defineAdminStore } from "./AdminStores.ts";

type StaffEventMap = Omit<StaffEvents, "position" | "reset">;

/** Event of the staff stream, by name. */
export type StaffEvent = {
  [Name in keyof StaffEventMap]: { name: Name; data: StaffEventMap[Name] };
}[keyof StaffEventMap];

/** Handles an event; receives null if any change may have been missed. */
export type StaffEventListener = (event: StaffEvent | null) => void;

type Stream = Pick<EventStream, "start" | "stop" | "reset">;
type OpenStream = (handlers: {
  onMessage(name: string, data: string): void;
  onConnected(isConnected: boolean): void;
}) => Stream;

/** Single event stream of the staff app; open while a page subscribes, even while that page is hidden. */
export class StaffEventStore {
  /** Whether events arrive; otherwise pages must poll. */
  isConnected = false;
  private hasPosition = false;
  private readonly listeners = new Set<StaffEventListener>();
  private readonly stream: Stream;

  constructor(open: OpenStream) {
    makeAutoObservable<this, "hasPosition" | "listeners" | "stream">(
      this,
      { hasPosition: false, listeners: false, stream: false, subscribe: false, reset: false },
      { autoBind: true },
    );
    this.stream = open({ onMessage: this.handleMessage, onConnected: this.setConnected });
  }

  /** Subscribes to events; returns the unsubscribe function. */
  subscribe(listener: StaffEventListener): () => void {
    this.listeners.add(listener);
    this.stream.start();
    return () => {
      this.listeners.delete(listener);
      if (this.listeners.size === 0) this.stream.stop();
    };
  }

  /** Resets the stream for another member of staff. */
  reset(): void {
    this.hasPosition = false;
    this.stream.reset();
  }

  private setConnected(isConnected: boolean): void {
    this.isConnected = isConnected;
    // Requests during the outage have failed, even if the stream continues without a gap.
    if (isConnected && this.hasPosition) this.notify(null);
  }

  private handleMessage(name: string, data: string): void {
    // Changes between the page's own request and this first position are not in the stream.
    if (name === "reset" || (name === "position" && !this.hasPosition)) this.notify(null);
    else if (name !== "position") this.notify(parseEvent(name, data));
    this.hasPosition = true;
  }

  private notify(event: StaffEvent | null): void {
    for (const listener of Array.from(this.listeners)) listener(event);
  }
}

/** Returns null for unreadable data: it signals some change, whatever it was. */
function parseEvent(name: string, data: string): StaffEvent | null {
  try {
    return { name, data: JSON.parse(data) } as StaffEvent;
  } catch {
    return null;
  }
}

/** Staff streams get a heartbeat every 3 s, so that a silent server is detected and reported within 10 s. */
export const staffStreamTimeouts: StreamTimeouts = {
  silenceMs: 6_000,
  connectMs: 6_000,
  maxRetryDelayMs: 4_000,
};

export const staffEventStore = defineAdminStore((stores) => {
  const selected = stores.get(selectedRestaurantStore);
  const path = () => `${staffEventsPath}${toSearch(selected.ownRestaurantQuery)}`;
  const store = new StaffEventStore(({ onMessage, onConnected }) => {
    return new EventStream({
      // Read again by each connection.
      get url() {
        return path();
      },
      principal: "staff",
      api: stores.api,
      onMessage: ({ name, data }) => onMessage(name, data),
      onConnected,
      staysWhenHidden: true,
      timeouts: staffStreamTimeouts,
    });
  });
  // The stream of restaurant staff follows the selected restaurant; without one there is none to ask for, and the page
  // that subscribed is about to be left.
  selected.onSelect(() => {
    if (selected.own !== null && selected.id !== "") store.reset();
  });
  return store;
});

function toSearch({ restaurant_id: id }: { restaurant_id?: string }): string {
  return id === undefined ? "" : `?restaurant_id=${encodeURIComponent(id)}`;
}
