import { makeAutoObservable } from "mobx";
import { type StaffEvents, staffEventsPath } from "#contract/events.ts";
import { EventStream, type StreamTimeouts } from "#web/lib/api/EventStream.ts";
import { defineAdminStore } from "./AdminStores.ts";

type StaffEventMap = Omit<StaffEvents, "position" | "reset">;

/** An event of the staff's stream by its name. */
export type StaffEvent = {
  [Name in keyof StaffEventMap]: { name: Name; data: StaffEventMap[Name] };
}[keyof StaffEventMap];

/** Hears events; null when anything may have happened while nobody was listening. */
export type StaffEventListener = (event: StaffEvent | null) => void;

type Stream = Pick<EventStream, "start" | "stop" | "reset">;
type OpenStream = (handlers: {
  onMessage(name: string, data: string): void;
  onConnected(isConnected: boolean): void;
}) => Stream;

/** The one event stream of the staff's app; open while a page follows it, also while that page is hidden. */
export class StaffEventStore {
  /** Changes would be heard now; otherwise pages have to ask. */
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

  /** Tells the listener what happens until the answered function is called. */
  subscribe(listener: StaffEventListener): () => void {
    this.listeners.add(listener);
    this.stream.start();
    return () => {
      this.listeners.delete(listener);
      if (this.listeners.size === 0) this.stream.stop();
    };
  }

  /** Somebody else sits at the desk. */
  reset(): void {
    this.hasPosition = false;
    this.stream.reset();
  }

  private setConnected(isConnected: boolean): void {
    this.isConnected = isConnected;
    // What was asked for while the server was away has failed, whatever the stream goes on with.
    if (isConnected && this.hasPosition) this.notify(null);
  }

  private handleMessage(name: string, data: string): void {
    // What happened between the page's own question and this first place is not in the stream.
    if (name === "reset" || (name === "position" && !this.hasPosition)) this.notify(null);
    else if (name !== "position") this.notify(parseEvent(name, data));
    this.hasPosition = true;
  }

  private notify(event: StaffEvent | null): void {
    for (const listener of Array.from(this.listeners)) listener(event);
  }
}

/** Null for what cannot be read: something changed, whatever it was. */
function parseEvent(name: string, data: string): StaffEvent | null {
  try {
    return { name, data: JSON.parse(data) } as StaffEvent;
  } catch {
    return null;
  }
}

/**
 * The server's heartbeat comes every 3 s to staff, so that a server that has fallen silent is known of within 10 s, with
 * the time that the notice takes.
 */
export const staffStreamTimeouts: StreamTimeouts = {
  silenceMs: 6_000,
  connectMs: 6_000,
  maxRetryDelayMs: 4_000,
};

export const staffEventStore = defineAdminStore(({ session }) => {
  return new StaffEventStore(({ onMessage, onConnected }) => {
    return new EventStream({
      url: staffEventsPath,
      tokenFor: () => session.tokenFor("staff"),
      onUnauthenticated: () => session.expire("staff"),
      onMessage: ({ name, data }) => onMessage(name, data),
      onConnected,
      staysWhenHidden: true,
      timeouts: staffStreamTimeouts,
    });
  });
});
