import { expect, test } from "vitest";
import { ChatOutbox, type ChatOutboxOptions } from "./ChatOutbox.ts";

const settled = () => new Promise((resolve) => setTimeout(resolve));
const expired = () => Promise.reject(new DOMException("the login has just expired", "AbortError"));

function createOutbox(options: Partial<ChatOutboxOptions>): ChatOutbox {
  return new ChatOutbox({
    send: expired,
    resize: async (file) => file,
    upload: expired,
    onSent: () => undefined,
    onChange: () => undefined,
    now: () => new Date().toISOString(),
    messages: { failed: "发送失败", unreadable: "无法识别", offline: "没有网络" },
    ...options,
  });
}

test("what waited while the login expired has failed and can be sent again", async () => {
  const outbox = createOutbox({});
  outbox.sendText("在吗");
  outbox.sendImage(new Blob(["picture"], { type: "image/png" }));
  await settled();
  expect(outbox.pending.map(({ type, state, error }) => [type, state, error])).toEqual([
    ["text", "failed", "发送失败"],
    ["image", "failed", "发送失败"],
  ]);
});

test("a discarded image is gone, whatever its upload answers", async () => {
  const outbox = createOutbox({
    upload: (_file, _onProgress, signal) =>
      new Promise((_resolve, reject) => {
        signal.addEventListener("abort", () => reject(new DOMException("aborted", "AbortError")));
      }),
  });
  outbox.sendImage(new Blob(["picture"], { type: "image/png" }));
  await settled();
  outbox.discard(outbox.pending[0]?.idempotencyKey ?? "");
  await settled();
  expect(outbox.pending.length).toBe(0);
});
