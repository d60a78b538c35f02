import { createParser } from "eventsource-parser";
import type { CustomerEvents, StaffEvents } from "#contract/events.ts";
import { customerEventsPath } from "#contract/events.ts";

/** A server-sent event. */
export interface ServerSentEvent {
  id: number;
  name: string;
  data: unknown;
}

/** Reads server-sent events as a page does: with fetch, so that the token is sent in a header. */
export class EventReader {
  readonly response: Response;
  readonly events: ServerSentEvent[] = [];
  comments = 0;
  isEnded = false;
  readonly #abort: AbortController;

  private constructor(response: Response, abort: AbortController) {
    this.response = response;
    this.#abort = abort;
  }

  /** Opens a stream at a server; `after` is the id of the last event read before. */
  static async open(
    url: string,
    token: string | null,
    after?: number | string,
    path = customerEventsPath,
  ): Promise<EventReader> {
    const abort = new AbortController();
    const headers = {
      ...(token === null ? {} : { authorization: `Bearer ${token}` }),
      ...(after === undefined ? {} : { "last-event-id": String(after) }),
    };
    const response = await fetch(`${url}${path}`, { headers, signal: abort.signal });
    const reader = new EventReader(response, abort);
    void reader.#read();
    return reader;
  }

  /** Returns the received events of one name. */
  listEvents<Name extends keyof CustomerEvents>(name: Name): CustomerEvents[Name][] {
    return this.events.filter((event) => event.name === name).map(({ data }) => data as CustomerEvents[Name]);
  }

  /** Returns the received events of one name on a staff stream. */
  listStaffEvents<Name extends keyof StaffEvents>(name: Name): StaffEvents[Name][] {
    return this.events.filter((event) => event.name === name).map(({ data }) => data as StaffEvents[Name]);
  }

  /** Closes the stream. */
  close(): void {
    this.#abort.abort();
  }

  async #read(): Promise<void> {
    const decoder = new TextDecoder();
    const parser = createParser({
      onEvent: ({ id, event, data }) => {
        if (event !== undefined) this.events.push({ id: Number(id), name: event, data: JSON.parse(data) });
      },
      onComment: () => {
        this.comments += 1;
      },
    });
    try {
      for await (const chunk of this.response.body ?? [])
        parser.feed(decoder.decode(chunk, { stream: true }));
    } catch (error) {
      if (!this.#abort.signal.aborted && !(error instanceof TypeError)) throw error;
    }
    this.isEnded = true;
  }
}
