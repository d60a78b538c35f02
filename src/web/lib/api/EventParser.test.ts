import { describe, expect, it } from "vitest";
import { EventParser } from "./EventParser.ts";

const text =
  '\uFEFF: hello\n\nid: 7\nevent: order\ndata: {"order_id":"o1"}\n\n:beat\r\n\r\nid:8\r\ndata: a\r\ndata:b\r\n\r\n';
const messages = [
  { id: "7", name: "order", data: '{"order_id":"o1"}' },
  { id: "8", name: "message", data: "a\nb" },
];

describe("EventParser", () => {
  it("parses names, ids and data of several lines, and skips comments", () => {
    expect(new EventParser().push(text)).toEqual(messages);
  });

  it("parses the same wherever the stream is cut", () => {
    for (let cut = 0; cut <= text.length; cut += 1) {
      const parser = new EventParser();
      expect([...parser.push(text.slice(0, cut)), ...parser.push(text.slice(cut))]).toEqual(messages);
    }
    const parser = new EventParser();
    expect(Array.from(text).flatMap((letter) => parser.push(letter))).toEqual(messages);
  });

  it("emits nothing that is incomplete", () => {
    const parser = new EventParser();
    expect(parser.push("id: 9\ndata: half")).toEqual([]);
    expect(parser.push("\n")).toEqual([]);
    expect(parser.push("\n")).toEqual([{ id: "9", name: "message", data: "half" }]);
  });

  it("reuses the last id for messages without one, and accepts an id without a message", () => {
    const parser = new EventParser();
    parser.push("id: 3\n\n");
    expect(parser.push("data: x\n\n")).toEqual([{ id: "3", name: "message", data: "x" }]);
  });
});
