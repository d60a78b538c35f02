import { describe, expect, it } from "vitest";
import type { OrderDetail } from "#contract/order/schema.ts";
import { ApiError } from "#web/lib/api/ApiError.ts";
import { RefundFormStore } from "./RefundFormStore.ts";

const line = { id: "d1", quantity: 3, refunded_quantity: 1 } as OrderDetail["lines"][number];

function make() {
  const posted: Record<string, unknown>[] = [];
  const answers: Error[] = [];
  const api = {
    call: async (_endpoint: unknown, input: { body?: unknown } = {}) => {
      posted.push(input.body as Record<string, unknown>);
      const failure = answers.shift();
      if (failure !== undefined) throw failure;
      return { refund_no: "r", status: "created", money: 1_200, points: 30 } as never;
    },
  };
  const form = new RefundFormStore(api);
  form.open("o1");
  return { form, posted, answers };
}

/** Creates a form that is ready to be submitted. */
async function filled() {
  const made = make();
  made.form.fill({ reason: "等待时间太长" });
  await made.form.loadPreview();
  made.posted.length = 0;
  return made;
}

describe("RefundFormStore", () => {
  it.each([
    ["12", 1_200],
    ["12.5", 1_250],
    [" 0.07 ", 7],
    ["", null],
    ["1.234", null],
    ["1e3", null],
    ["-1", null],
    ["12元", null],
  ])("reads the amount %j as %j fen", (amountText, fen) => {
    const { form } = make();
    form.fill({ kind: "amount", amountText });
    expect([form.amountFen, form.share === null]).toEqual([fen, fen === null]);
  });

  it("limits the portions of a dish to those left, and requests no preview without any", () => {
    const { form } = make();
    form.fill({ kind: "items" });
    expect(form.share).toBeNull();
    for (let nth = 0; nth < 5; nth++) form.changeQuantity(line, 1);
    expect(form.share).toMatchObject({ type: "items", items: [{ id: "d1", quantity: 2 }] });
    for (let nth = 0; nth < 5; nth++) form.changeQuantity(line, -1);
    expect(form.share).toBeNull();
  });

  it("can be submitted only with a reason and the preview of the same input", async () => {
    const { form, posted } = make();
    expect(form.canSend).toBe(false);
    await form.loadPreview();
    expect([form.preview.value?.money, posted[0]?.preview, form.canSend]).toEqual([1_200, true, false]);
    form.fill({ reason: "等待时间太长" });
    expect(form.canSend).toBe(true);
    form.fill({ kind: "amount", amountText: "3" });
    expect(form.canSend).toBe(false);
  });

  it("reuses the refund number for retries of the same input, and takes a new one for other input", async () => {
    const { form, posted, answers } = await filled();
    answers.push(new ApiError("timeout", "超时"), new ApiError("offline", "断网"));
    await expect(form.submit()).rejects.toThrow();
    await expect(form.submit()).rejects.toThrow();
    expect([posted[1]?.refund_no, form.isSending]).toEqual([posted[0]?.refund_no, false]);
    form.fill({ note: "已核实" });
    await form.submit();
    expect(posted[2]).toMatchObject({ type: "full", reason_code: "等待时间太长", note: "已核实" });
    expect(posted[2]?.refund_no).not.toBe(posted[0]?.refund_no);
  });

  it("is empty after submitting, and for another order", async () => {
    const { form } = await filled();
    await form.submit();
    expect([form.reason, form.preview.value]).toEqual(["", undefined]);
    form.fill({ kind: "amount", amountText: "3" });
    form.open("o1");
    expect(form.kind).toBe("amount");
    form.open("o2");
    expect([form.orderId, form.kind, form.amountText]).toEqual(["o2", "full", ""]);
  });
});
