import { makeAutoObservable } from "mobx";
import { customerEventsPath } from "#contract/events.ts";
import { EventStream } from "#web/lib/api/EventStream.ts";
import { isRecord } from "#web/lib/api/parseResponse.ts";
import { type CustomerScoped, defineStore } from "./RootStore.ts";

/** Receives the id of a changed order, or null when any order may have changed while the stream was down. */
export type OrderChangeListener = (orderId: string | null) => void;

/** Receives an event by its name in the event contract, or null when events may have been missed. */
export type CustomerEventListener = (event: { name: string; data: unknown } | null) => void;

type Stream = Pick<EventStream, "start" | "stop" | "reset">;
type CreateStream = (handlers: {
  onMessage(name: string, data: string): void;
  onConnected(isConnected: boolean): void;
}) => Stream;

/** Delay before disconnecting after a page is left (ms), since the next page usually subscribes too. */
const disconnectDelayMs = 5_000;

/** Single event stream of the app, shared by all subscribed pages; open while there is a subscriber. */
export class EventStore implements CustomerScoped {
  /** True while changes arrive through the stream; otherwise pages have to poll. */
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
        resetCustomerData: false,
      },
      { autoBind: true },
    );
    this.stream = createStream({ onMessage: this.handleMessage, onConnected: this.setConnected });
  }

  /** Subscribes to order changes; returns the unsubscribe function. */
  onOrderChange(listener: OrderChangeListener): () => void {
    return this.subscribe((event) => {
      if (event === null) listener(null);
      else if (event.name === "order") listener(findOrderId(event.data));
    });
  }

  /** Subscribes to all events; returns the unsubscribe function. */
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

  /** Reconnects after a login or logout. */
  resetCustomerData(): void {
    this.hasPosition = false;
    this.stream.reset();
  }

  private setConnected(isConnected: boolean): void {
    this.isConnected = isConnected;
  }

  /**
   * Handles one message. After a reconnect the server sends the missed events, or `reset` when they are gone.
   */
  private handleMessage(name: string, data: string): void {
    // Events between the page's own request and this first position are not in the stream.
    if (name === "reset" || (name === "position" && !this.hasPosition)) this.publish(null);
    else if (name !== "position") this.publish({ name, data: parse(data) });
    this.hasPosition = true;
  }

  private publish(event: Parameters<CustomerEventListener>[0]): void {
    for (const listener of Array.from(this.listeners)) listener(event);
  }
}

/**
 * Returns the order id of an event, or null when the event is unreadable (something changed, but not known
 * what).
 */
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

export const eventStore = defineStore(({ api }) => {
  return new EventStore(({ onMessage, onConnected }) => {
    return new EventStream({
      url: customerEventsPath,
      principal: "customer",
      api,
      onMessage: ({ name, data }) => onMessage(name, data),
      onConnected,
    });
  });
});
