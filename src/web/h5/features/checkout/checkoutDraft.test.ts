import { describe, expect, it } from "vitest";
import { emptyCheckoutDraft, parseCheckoutDraft } from "./checkoutDraft.ts";

describe("parseDraft", () => {
  it("reads a stored draft", () => {
    const draft = {
      remark: "少辣",
      tableware: 3,
      intent: { idempotencyKey: "abcdef1234", isUncertain: true, at: 5 },
    };
    expect(parseCheckoutDraft(JSON.parse(JSON.stringify(draft)))).toEqual(draft);
  });

  it("continues an attempt that an earlier version stored", () => {
    const intent = { key: "abcdef1234", isUncertain: true, at: 5 };
    expect(parseCheckoutDraft({ remark: "", tableware: 1, intent })?.intent).toEqual({
      idempotencyKey: "abcdef1234",
      isUncertain: true,
      at: 5,
    });
  });

  it("corrects invalid values", () => {
    expect(
      parseCheckoutDraft({ remark: 5, tableware: -1, intent: { idempotencyKey: "x y", at: 5 } }),
    ).toEqual(emptyCheckoutDraft);
    expect(parseCheckoutDraft({ remark: "长".repeat(80), tableware: 2.5, intent: "k" })?.remark).toHaveLength(
      50,
    );
    expect(parseCheckoutDraft("x")).toBeNull();
  });
});
