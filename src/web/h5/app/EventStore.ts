import { makeAutoObservable } from "mobx";
import { customerEventsPath } from "#contract/events.ts";
import { EventStream } from "#web/lib/api/EventStream.ts";
import { isRecord } from "#web/lib/api/parseResponse.ts";
import { type CustomerScoped, defineStore } from "./RootStore.ts";

/** Hears the id of an order that changed, or null when anything may have changed while nobody was listening. */
export type OrderChangeListener = (orderId: string | null) => void;

/** Hears an event by its name of `contract/live.ts`; null when anything may have happened while nobody was listening. */
export type CustomerEventListener = (event: { name: string; data: unknown } | null) => void;

type Stream = Pick<EventStream, "start" | "stop" | "reset">;
type CreateStream = (handlers: {
  onMessage(name: string, data: string): void;
  onConnected(isConnected: boolean): void;
}) => Stream;

/** How long the connection stays when a page is left, for the next page mostly wants it too. */
const disconnectDelayMs = 5_000;

/** The one event stream of the app, shared by all pages that follow something; open while one of them is. */
export class EventStore implements CustomerScoped {
  /** Changes would be heard now; otherwise pages have to ask. */
  isConnected = false;
  private hasPosition = false;
  private readonly listeners = new Set<CustomerEventListener>();
  private readonly stream: Stream;
  private disconnectTimer: ReturnType<typeof setTimeout> | undefined;

  constructor(createStream: CreateStream) {
    makeAutoObservable<this, "hasPosition" | "listeners" | "stream" | "disconnectTimer">(
      this,
      {
        hasPosition: false,
        listeners: false,
        stream: false,
        disconnectTimer: false,
        onOrderChange: false,
        subscribe: false,
        reset: false,
      },
      { autoBind: true },
    );
    this.stream = createStream({ onMessage: this.handleMessage, onConnected: this.setConnected });
  }

  /** Tells the listener about changes of orders until the answered function is called. */
  onOrderChange(listener: OrderChangeListener): () => void {
    return this.subscribe((event) => {
      if (event === null) listener(null);
      else if (event.name === "order") listener(findOrderId(event.data));
    });
  }

  /** Tells the listener about everything until the answered function is called. */
  subscribe(listener: CustomerEventListener): () => void {
    clearTimeout(this.disconnectTimer);
    this.listeners.add(listener);
    this.stream.start();
    return () => {
      this.listeners.delete(listener);
      if (this.listeners.size === 0)
        this.disconnectTimer = setTimeout(() => this.stream.stop(), disconnectDelayMs);
    };
  }

  /** Somebody else is logged in, or nobody. */
  reset(): void {
    this.hasPosition = false;
    this.stream.reset();
  }

  private setConnected(isConnected: boolean): void {
    this.isConnected = isConnected;
  }

  /** After a break the server sends what was missed, or `reset` when it no longer knows. */
  private handleMessage(name: string, data: string): void {
    // What happened between the page's own question and this first place is not in the stream.
    if (name === "reset" || (name === "position" && !this.hasPosition)) this.publish(null);
    else if (name !== "position") this.publish({ name, data: parse(data) });
    this.hasPosition = true;
  }

  private publish(event: Parameters<CustomerEventListener>[0]): void {
    for (const listener of Array.from(this.listeners)) listener(event);
  }
}

/** Null for what cannot be read: something changed, whatever it was. */
function findOrderId(event: unknown): string | null {
  return isRecord(event) && typeof event.order_id === "string" ? event.order_id : null;
}

function parse(data: string): unknown {
  try {
    return JSON.parse(data);
  } catch {
    return null;
  }
}

export const eventStore = defineStore(({ session }) => {
  return new EventStore(({ onMessage, onConnected }) => {
    return new EventStream({
      url: customerEventsPath,
      tokenFor: () => session.tokenFor("customer"),
      onUnauthenticated: () => session.expire("customer"),
      onMessage: ({ name, data }) => onMessage(name, data),
      onConnected,
    });
  });
});
