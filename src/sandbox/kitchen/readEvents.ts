/** One server-sent event; `id` is empty when it has none. */
export type ServerEvent = { id: string; name: string; data: Record<string, unknown> };

function parse(block: string): ServerEvent | null {
  const field = (name: string) => new RegExp(`^${name}: ?(.*)$`, "m").exec(block)?.[1];
  const [name, data] = [field("event"), field("data")];
  if (name === undefined || data === undefined) return null;
  return { id: field("id") ?? "", name, data: JSON.parse(data) as Record<string, unknown> };
}

/** The events of a stream as they come; ends with it, and throws what reading it throws. */
export async function* readEvents(body: ReadableStream<Uint8Array>): AsyncGenerator<ServerEvent> {
  const decoder = new TextDecoder();
  let rest = "";
  for await (const chunk of body) {
    const blocks = (rest + decoder.decode(chunk, { stream: true })).split("\n\n");
    rest = blocks.pop() ?? "";
    for (const block of blocks) {
      const event = parse(block);
      if (event !== null) yield event;
    }
  }
}
