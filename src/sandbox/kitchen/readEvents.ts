import { EventSourceParserStream } from "eventsource-parser/stream";

/** A server-sent event; `id` is empty when it has none. */
export type ServerSentEvent = { id: string; name: string; data: Record<string, unknown> };

/** Yields the named events of a stream until it ends; throws the errors of reading it. */
export async function* readEvents(body: ReadableStream<Uint8Array>): AsyncGenerator<ServerSentEvent> {
  const messages = body.pipeThrough(new TextDecoderStream()).pipeThrough(new EventSourceParserStream());
  for await (const { id = "", event: name, data } of messages)
    if (name !== undefined) yield { id, name, data: JSON.parse(data) as Record<string, unknown> };
}
