import { describe, expect, it } from "vitest";
import { ApiError } from "#web/lib/api/ApiError.ts";
import { UnreadableImageError } from "#web/lib/images/resizeImage.ts";
import { RefundRequestStore } from "./RefundRequestStore.ts";

type Options = ConstructorParameters<typeof RefundRequestStore>[0];
type Upload = Options["upload"];

const photo = () => new Blob(["picture"], { type: "image/png" });
const settled = () => new Promise((resolve) => setTimeout(resolve));

function make(upload: Upload = async () => "i1", shrink: Options["resize"] = async (file) => file) {
  const posted: Record<string, unknown>[] = [];
  const answers: Error[] = [];
  const api = {
    call: async (_endpoint: unknown, input: { body?: unknown } = {}) => {
      posted.push(input.body as Record<string, unknown>);
      const failure = answers.shift();
      if (failure !== undefined) throw failure;
      return null as never;
    },
  };
  const form = new RefundRequestStore({ api, resize: shrink, upload });
  form.open("o1");
  return { form, posted, answers };
}

describe("RefundRequestStore", () => {
  it("keeps the input when the same order's form opens again, and clears it for another order", () => {
    const { form } = make();
    form.setReason("餐品漏送或送错");
    form.setText("少了汤");
    form.open("o1");
    expect([form.reason, form.text]).toEqual(["餐品漏送或送错", "少了汤"]);
    form.open("o2");
    expect([form.orderId, form.reason, form.text]).toEqual(["o2", "", ""]);
  });

  it("uploads the images there is room for, reports their progress, and waits for them", async () => {
    let notify: (share: number) => void = () => undefined;
    let finish: (id: string) => void = () => undefined;
    const { form } = make((_file, onShare) => {
      notify = onShare;
      return new Promise((resolve) => {
        finish = resolve;
      });
    });
    form.setReason("不想要了");
    form.add([photo()]);
    await settled();
    notify(0.5);
    expect([form.images[0]?.progress, form.canSend, form.remainingSlots]).toEqual([0.5, false, 2]);
    finish("i9");
    await settled();
    expect([form.images[0]?.imageId, form.canSend]).toEqual(["i9", true]);
    form.add([photo(), photo(), photo()]);
    expect([form.images.length, form.remainingSlots]).toEqual([3, 0]);
  });

  it("uploads a failed image again, and cancels a removed one", async () => {
    const signals: AbortSignal[] = [];
    const failures: Error[] = [new ApiError("offline", "断网")];
    const { form } = make(async (_file, _onShare, signal) => {
      signals.push(signal);
      const failure = failures.shift();
      if (failure !== undefined) throw failure;
      return "i1";
    });
    form.setReason("不想要了");
    form.add([photo()]);
    await settled();
    const key = form.images[0]?.key ?? "";
    expect([form.images[0]?.state, form.canSend]).toEqual(["failed", false]);
    form.retry(key);
    await settled();
    expect(form.images[0]?.state).toBe("sent");
    form.remove(key);
    expect([form.images.length, signals[0]?.aborted]).toEqual([0, true]);
  });

  it("marks an image as failed when the login expired while it waited for another one", async () => {
    const { form } = make(() => Promise.reject(new DOMException("expired", "AbortError")));
    form.add([photo()]);
    await settled();
    expect(form.images[0]?.state).toBe("failed");
  });

  it("marks a file that is no image as unreadable, and can be sent once it is removed", async () => {
    const shrink = () => Promise.reject(new UnreadableImageError());
    const { form } = make(undefined, shrink);
    form.setReason("不想要了");
    form.add([photo()]);
    await settled();
    expect([form.images[0]?.state, form.canSend]).toEqual(["unreadable", false]);
    form.remove(form.images[0]?.key ?? "");
    expect(form.canSend).toBe(true);
  });

  it("sends the same request under the same key, another one under another, and clears the form on success", async () => {
    const { form, posted, answers } = make();
    form.setReason("等待时间太长");
    form.add([photo()]);
    await settled();
    answers.push(new ApiError("timeout", "超时"), new ApiError("timeout", "超时"));
    await expect(form.submit()).rejects.toThrow();
    await expect(form.submit()).rejects.toThrow();
    form.setText(" 一小时了 ");
    await form.submit();
    const keys = posted.map(({ client_key }) => client_key);
    expect(keys[0]).toBe(keys[1]);
    expect(keys[2]).not.toBe(keys[0]);
    expect(posted[2]).toMatchObject({
      order_id: "o1",
      reason: "等待时间太长",
      text: "一小时了",
      images: ["i1"],
    });
    expect([form.reason, form.images.length, form.isSending]).toEqual(["", 0, false]);
  });
});
