import { makeAutoObservable } from "mobx";
import { customerEventsPath } from "#contract/live.ts";
import { EventStream } from "#web/shared/api/EventStream.ts";
import { isRecord } from "#web/shared/api/readReply.ts";
import { type Personal, storeOf } from "../RootStore.ts";

/** Hears the id of an order that changed, or null when anything may have changed while nobody was listening. */
export type OrderListener = (orderId: string | null) => void;

/** Hears an event by its name of `contract/live.ts`; null when anything may have happened while nobody was listening. */
export type NewsListener = (news: { name: string; data: unknown } | null) => void;

type Stream = Pick<EventStream, "start" | "stop" | "forget">;
type OpenStream = (told: {
  onMessage(name: string, data: string): void;
  onConnected(is: boolean): void;
}) => Stream;

/** How long the connection stays when a page is left, for the next page mostly wants it too. */
const lingerMs = 5_000;

/** The one event stream of the app, shared by all pages that follow something; open while one of them is. */
export class LiveStore implements Personal {
  /** Changes would be heard now; otherwise pages have to ask. */
  isConnected = false;
  private hasPosition = false;
  private readonly listeners = new Set<NewsListener>();
  private readonly stream: Stream;
  private lingering: ReturnType<typeof setTimeout> | undefined;

  constructor(open: OpenStream) {
    makeAutoObservable<this, "hasPosition" | "listeners" | "stream" | "lingering">(
      this,
      {
        hasPosition: false,
        listeners: false,
        stream: false,
        lingering: false,
        listen: false,
        follow: false,
        forget: false,
      },
      { autoBind: true },
    );
    this.stream = open({ onMessage: this.hear, onConnected: this.setConnected });
  }

  /** Tells the listener about changes of orders until the answered function is called. */
  listen(listener: OrderListener): () => void {
    return this.follow((news) => {
      if (news === null) listener(null);
      else if (news.name === "order") listener(orderIdOf(news.data));
    });
  }

  /** Tells the listener about everything until the answered function is called. */
  follow(listener: NewsListener): () => void {
    clearTimeout(this.lingering);
    this.listeners.add(listener);
    this.stream.start();
    return () => {
      this.listeners.delete(listener);
      if (this.listeners.size === 0) this.lingering = setTimeout(() => this.stream.stop(), lingerMs);
    };
  }

  /** Somebody else is logged in, or nobody. */
  forget(): void {
    this.hasPosition = false;
    this.stream.forget();
  }

  private setConnected(isConnected: boolean): void {
    this.isConnected = isConnected;
  }

  /** After a break the server sends what was missed, or `reset` when it no longer knows. */
  private hear(name: string, data: string): void {
    // What happened between the page's own question and this first place is not in the stream.
    if (name === "reset" || (name === "position" && !this.hasPosition)) this.tell(null);
    else if (name !== "position") this.tell({ name, data: parse(data) });
    this.hasPosition = true;
  }

  private tell(news: Parameters<NewsListener>[0]): void {
    for (const listener of Array.from(this.listeners)) listener(news);
  }
}

/** Null for what cannot be read: something changed, whatever it was. */
function orderIdOf(event: unknown): string | null {
  return isRecord(event) && typeof event.order_id === "string" ? event.order_id : null;
}

function parse(data: string): unknown {
  try {
    return JSON.parse(data);
  } catch {
    return null;
  }
}

export const liveStore = storeOf(({ session }) => {
  return new LiveStore(({ onMessage, onConnected }) => {
    return new EventStream({
      url: customerEventsPath,
      tokenFor: () => session.tokenFor("customer"),
      onUnauthenticated: () => session.expire("customer"),
      onMessage: ({ name, data }) => onMessage(name, data),
      onConnected,
    });
  });
});
