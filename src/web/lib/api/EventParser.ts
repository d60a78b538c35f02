/** Message of an event stream. `id` is the last one named by the stream, even if not by this message. */
export interface StreamMessage {
  readonly id: string;
  readonly name: string;
  readonly data: string;
}

/** Parses server-sent events from text that arrives in chunks, cut anywhere, even between CR and LF. */
export class EventParser {
  lastId = "";
  private buffer = "";
  private hasStarted = false;
  private endedWithCr = false;
  private name = "";
  private data: string[] = [];

  /** Parses a chunk; returns the messages that it completes. */
  push(chunk: string): StreamMessage[] {
    const messages: StreamMessage[] = [];
    for (const line of this.splitLines(chunk)) {
      const message = line === "" ? this.flushMessage() : this.parseField(line);
      if (message !== null) messages.push(message);
    }
    return messages;
  }

  private splitLines(chunk: string): string[] {
    if (chunk === "") return [];
    let text = this.endedWithCr && chunk.startsWith("\n") ? chunk.slice(1) : chunk;
    this.endedWithCr = chunk.endsWith("\r");
    if (!this.hasStarted) text = text.replace(/^\uFEFF/, "");
    this.hasStarted = true;
    const lines = (this.buffer + text).split(/\r\n|\n|\r/);
    this.buffer = lines.pop() ?? "";
    return lines;
  }

  private parseField(line: string): null {
    const colon = line.indexOf(":");
    const field = colon < 0 ? line : line.slice(0, colon);
    const value = colon < 0 ? "" : line.slice(colon + 1).replace(/^ /, "");
    if (field === "data") this.data.push(value);
    else if (field === "event") this.name = value;
    else if (field === "id" && !value.includes("\0")) this.lastId = value;
    return null;
  }

  private flushMessage(): StreamMessage | null {
    const { name, data, lastId } = this;
    this.name = "";
    this.data = [];
    if (data.length === 0) return null;
    return { id: lastId, name: name === "" ? "message" : name, data: data.join("\n") };
  }
}
