import { expect, test } from "vitest";
import { parseStoredMessage } from "./StoredMessage.ts";

const message = { type: "text", text: "在吗", order: null, imageId: null, image: null, at: "" };

test.each(["idempotencyKey", "key"])(
  "a message that was stored with its key as %s is sent under it",
  (name) => {
    expect(parseStoredMessage({ ...message, [name]: "abcdef1234" })).toEqual({
      ...message,
      idempotencyKey: "abcdef1234",
    });
  },
);

test("a message without a usable key is dropped", () => {
  expect(parseStoredMessage({ ...message, idempotencyKey: "x y" })).toBeNull();
});
