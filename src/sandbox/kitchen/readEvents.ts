/** A server-sent event; `id` is empty when it has none. */
export type ServerSentEvent = { id: string; name: string; data: Record<string, unknown> };

function parseEvent(block: string): ServerSentEvent | null {
  const field = (name: string) => new RegExp(`^${name}: ?(.*)$`, "m").exec(block)?.[1];
  const [name, data] = [field("event"), field("data")];
  if (name === undefined || data === undefined) return null;
  return { id: field("id") ?? "", name, data: JSON.parse(data) as Record<string, unknown> };
}

/** Yields the events of a stream until it ends; throws the errors of reading it. */
export async function* readEvents(body: ReadableStream<Uint8Array>): AsyncGenerator<ServerSentEvent> {
  const decoder = new TextDecoder();
  let incomplete = "";
  for await (const chunk of body) {
    const blocks = (incomplete + decoder.decode(chunk, { stream: true })).split("\n\n");
    incomplete = blocks.pop() ?? "";
    for (const block of blocks) {
      const event = parseEvent(block);
      if (event !== null) yield event;
    }
  }
}
