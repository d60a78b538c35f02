// @vitest-environment happy-dom
import { beforeEach, expect, test } from "vitest";
import { readText, writeText } from "#web/lib/storage/storage.ts";
import { readInviteCode, storeInviteCode } from "./inviteCode.ts";

beforeEach(() => window.localStorage.clear());

test.each([
  ["?invite_code=abcd2345&x=1", "ABCD2345"],
  ["?invite_code=%20ABCD2345%20", "ABCD2345"],
  ["?invite_code=%3Cscript%3E", null],
  ["?invite_code=", null],
  ["", null],
])("a link with %j stores %j", (search, code) => {
  storeInviteCode(search);
  expect(readText("invite_code")).toBe(code);
});

test("a later visit without a code does not lose it", () => {
  storeInviteCode("?invite_code=ABCD2345");
  storeInviteCode("?page=2");
  expect(readText("invite_code")).toBe("ABCD2345");
});

test.each([
  ["ABCD2345", "ABCD2345"],
  ['{"id":1}', ""],
  ["X".repeat(600_000), ""],
])("a stored %.20j is read as %j", (stored, code) => {
  writeText("invite_code", stored);
  expect(readInviteCode()).toBe(code);
});
