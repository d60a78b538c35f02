import { describe, expect, it } from "vitest";
import { emptyCheckoutDraft, parseCheckoutDraft } from "./checkoutDraft.ts";

describe("parseDraft", () => {
  it("reads a stored draft", () => {
    const draft = { remark: "少辣", tableware: 3, intent: { key: "abcdef1234", isUncertain: true, at: 5 } };
    expect(parseCheckoutDraft(JSON.parse(JSON.stringify(draft)))).toEqual(draft);
  });

  it("corrects invalid values", () => {
    expect(parseCheckoutDraft({ remark: 5, tableware: -1, intent: { key: "x y", at: 5 } })).toEqual(
      emptyCheckoutDraft,
    );
    expect(parseCheckoutDraft({ remark: "长".repeat(80), tableware: 2.5, intent: "k" })?.remark).toHaveLength(
      50,
    );
    expect(parseCheckoutDraft("x")).toBeNull();
  });
});
