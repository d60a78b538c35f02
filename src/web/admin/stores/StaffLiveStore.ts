import { makeAutoObservable } from "mobx";
import { type StaffEvents, staffEventsPath } from "#contract/live.ts";
import { EventStream, type StreamTimes } from "#web/shared/api/EventStream.ts";
import { adminStoreOf } from "../AdminStores.ts";

type Told = Omit<StaffEvents, "position" | "reset">;

/** An event of the staff's stream by its name. */
export type StaffNews = { [Name in keyof Told]: { name: Name; data: Told[Name] } }[keyof Told];

/** Hears events; null when anything may have happened while nobody was listening. */
export type StaffListener = (news: StaffNews | null) => void;

type Stream = Pick<EventStream, "start" | "stop" | "forget">;
type OpenStream = (told: {
  onMessage(name: string, data: string): void;
  onConnected(is: boolean): void;
}) => Stream;

/** The one event stream of the staff's app; open while a page follows it, also while that page is hidden. */
export class StaffLiveStore {
  /** Changes would be heard now; otherwise pages have to ask. */
  isConnected = false;
  private hasPosition = false;
  private readonly listeners = new Set<StaffListener>();
  private readonly stream: Stream;

  constructor(open: OpenStream) {
    makeAutoObservable<this, "hasPosition" | "listeners" | "stream">(
      this,
      { hasPosition: false, listeners: false, stream: false, follow: false, forget: false },
      { autoBind: true },
    );
    this.stream = open({ onMessage: this.hear, onConnected: this.setConnected });
  }

  /** Tells the listener what happens until the answered function is called. */
  follow(listener: StaffListener): () => void {
    this.listeners.add(listener);
    this.stream.start();
    return () => {
      this.listeners.delete(listener);
      if (this.listeners.size === 0) this.stream.stop();
    };
  }

  /** Somebody else sits at the desk. */
  forget(): void {
    this.hasPosition = false;
    this.stream.forget();
  }

  private setConnected(isConnected: boolean): void {
    this.isConnected = isConnected;
    // What was asked for while the server was away has failed, whatever the stream goes on with.
    if (isConnected && this.hasPosition) this.tell(null);
  }

  private hear(name: string, data: string): void {
    // What happened between the page's own question and this first place is not in the stream.
    if (name === "reset" || (name === "position" && !this.hasPosition)) this.tell(null);
    else if (name !== "position") this.tell(newsOf(name, data));
    this.hasPosition = true;
  }

  private tell(news: StaffNews | null): void {
    for (const listener of Array.from(this.listeners)) listener(news);
  }
}

/** Null for what cannot be read: something changed, whatever it was. */
function newsOf(name: string, data: string): StaffNews | null {
  try {
    return { name, data: JSON.parse(data) } as StaffNews;
  } catch {
    return null;
  }
}

/**
 * The server's heartbeat comes every 3 s to staff, so that a server that has fallen silent is known of within 10 s, with
 * the time that the notice takes.
 */
export const staffStreamTimes: StreamTimes = { silence: 6_000, connect: 6_000, longestPause: 4_000 };

export const staffLiveStore = adminStoreOf(({ session }) => {
  return new StaffLiveStore(({ onMessage, onConnected }) => {
    return new EventStream({
      url: staffEventsPath,
      tokenFor: () => session.tokenFor("staff"),
      onUnauthenticated: () => session.expire("staff"),
      onMessage: ({ name, data }) => onMessage(name, data),
      onConnected,
      staysWhenHidden: true,
      times: staffStreamTimes,
    });
  });
});
