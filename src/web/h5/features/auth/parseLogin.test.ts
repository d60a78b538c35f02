import { expect, test } from "vitest";
import { parseLogin } from "./parseLogin.ts";

const user = { user_id: "u1", phone: "13812345678", nickname: "小满", points: 5, invite_code: "ABCD2345" };

test.each([
  [{ code: 200, data: { token: "t", is_new: true, user } }, "t", "u1"],
  [{ code: 200, data: { token: "t" } }, "t", undefined],
  [{ token: "t" }, "t", undefined],
  [{ token: "t", user: { id: 7 } }, "t", "7"],
  [{ token: "t", user: { nickname: "小满" } }, "t", undefined],
  [{ code: 200, data: null, token: "t" }, "t", undefined],
])("%j is a login", (reply, token, userId) => {
  const result = parseLogin(reply);
  expect([result?.token, result?.user?.user_id]).toEqual([token, userId]);
});

test.each([null, [], {}, { data: {} }, { data: { token: "" } }, { token: null }])("%j is none", (reply) => {
  expect(parseLogin(reply)).toBeNull();
});
