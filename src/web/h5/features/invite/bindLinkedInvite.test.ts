// @vitest-environment happy-dom
import { beforeEach, expect, test, vi } from "vitest";
import { ApiError } from "#web/lib/api/ApiError.ts";
import { readText, storageKeys, writeText } from "#web/lib/storage/storage.ts";
import * as notify from "#web/ui/notify.ts";
import { bindLinkedInvite } from "./bindLinkedInvite.ts";

const toast = vi.spyOn(notify, "toast").mockResolvedValue(undefined);
const success = vi.spyOn(notify, "success").mockImplementation(() => undefined);

beforeEach(() => {
  window.localStorage.clear();
  window.sessionStorage.clear();
  vi.clearAllMocks();
});

function serverSaying(error: Error | null) {
  const call = vi.fn(async () => {
    if (error !== null) throw error;
    return null as never;
  });
  return { call };
}

const refusing = (reason: string) =>
  serverSaying(new ApiError("invite_invalid", "不能填写", { status: 422, data: { reason } }));

test("sends no request without a code", async () => {
  const api = serverSaying(null);
  await bindLinkedInvite(api);
  expect(api.call).not.toHaveBeenCalled();
});

test("binds a code once per visit, and shows it", async () => {
  const api = serverSaying(null);
  for (const _load of [1, 2]) {
    writeText(storageKeys.inviteCode, "ABCD2345");
    await bindLinkedInvite(api);
    expect(readText(storageKeys.inviteCode)).toBeNull();
  }
  expect(api.call.mock.calls).toEqual([[expect.anything(), { body: { invite_code: "ABCD2345" } }]]);
  expect(success.mock.calls).toEqual([["已绑定好友的邀请"]]);
});

test.each([
  ["own", "这是您自己的邀请链接"],
  ["taken", "您已绑定过其他好友的邀请，不能更改"],
  ["late", "这份邀请只限新朋友使用，您可以照常点餐"],
  ["loop", "对方是您邀请的好友，不能互相邀请"],
  ["unknown", "这个邀请链接已失效，您可以照常点餐"],
  ["anything else", "不能填写"],
])(
  "a code that is refused because it is %s is not tried again, and the reason is shown",
  async (reason, text) => {
    writeText(storageKeys.inviteCode, "ABCD2345");
    await bindLinkedInvite(refusing(reason));
    expect(toast.mock.calls).toEqual([[text]]);
    expect(readText(storageKeys.inviteCode)).toBeNull();
  },
);

test("keeps a code for the next page when the request fails, without a message", async () => {
  writeText(storageKeys.inviteCode, "ABCD2345");
  await bindLinkedInvite(serverSaying(new ApiError("offline", "网络不可用")));
  expect(readText(storageKeys.inviteCode)).toBe("ABCD2345");
  expect([toast.mock.calls, success.mock.calls]).toEqual([[], []]);
});
