/** One message of an event stream. `id` is the last one the stream named, also when this message named none. */
export interface StreamMessage {
  readonly id: string;
  readonly name: string;
  readonly data: string;
}

/** Reads server-sent events from text that arrives in pieces, cut anywhere, also between CR and LF. */
export class EventParser {
  lastId = "";
  private rest = "";
  private hasBegun = false;
  private endedWithCr = false;
  private name = "";
  private data: string[] = [];

  /** The messages that this piece completes. */
  push(piece: string): StreamMessage[] {
    const messages: StreamMessage[] = [];
    for (const line of this.linesOf(piece)) {
      const message = line === "" ? this.finish() : this.read(line);
      if (message !== null) messages.push(message);
    }
    return messages;
  }

  private linesOf(piece: string): string[] {
    if (piece === "") return [];
    let text = this.endedWithCr && piece.startsWith("\n") ? piece.slice(1) : piece;
    this.endedWithCr = piece.endsWith("\r");
    if (!this.hasBegun) text = text.replace(/^\uFEFF/, "");
    this.hasBegun = true;
    const lines = (this.rest + text).split(/\r\n|\n|\r/);
    this.rest = lines.pop() ?? "";
    return lines;
  }

  private read(line: string): null {
    const colon = line.indexOf(":");
    const field = colon < 0 ? line : line.slice(0, colon);
    const value = colon < 0 ? "" : line.slice(colon + 1).replace(/^ /, "");
    if (field === "data") this.data.push(value);
    else if (field === "event") this.name = value;
    else if (field === "id" && !value.includes("\0")) this.lastId = value;
    return null;
  }

  private finish(): StreamMessage | null {
    const { name, data, lastId } = this;
    this.name = "";
    this.data = [];
    if (data.length === 0) return null;
    return { id: lastId, name: name === "" ? "message" : name, data: data.join("\n") };
  }
}
