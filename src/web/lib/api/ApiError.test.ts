import { expect, test } from "vitest";
import { commonMessages } from "../commonMessages.ts";
import { ApiError, appendReason, toErrorMessage } from "./ApiError.ts";

const limit = new ApiError("address_limit", "地址数量已达上限", { status: 422 });

test.each<[unknown, string, string]>([
  [limit, "地址数量已达上限", "保存地址失败：地址数量已达上限"],
  [new ApiError("sms_failed", "短信服务繁忙", { status: 502 }), "短信服务繁忙", "保存地址失败：短信服务繁忙"],
  [
    new ApiError("offline", commonMessages.offline),
    commonMessages.offline,
    `保存地址失败：${commonMessages.offline}`,
  ],
  [
    new ApiError("timeout", commonMessages.timeout),
    commonMessages.timeout,
    `保存地址失败：${commonMessages.timeout}`,
  ],
  [new ApiError("internal", "服务器开小差了", { status: 500 }), "保存地址失败", "保存地址失败"],
  [new ApiError("bad_reply", commonMessages.badReply, { status: 200 }), "保存地址失败", "保存地址失败"],
  [new ApiError("validation", commonMessages.failed, { status: 400 }), "保存地址失败", "保存地址失败"],
  [new ApiError("bad_reply", ""), "保存地址失败", "保存地址失败"],
  [new TypeError("x is undefined"), "保存地址失败", "保存地址失败"],
])("formats %s as %s, and after a fixed sentence as %s", (error, alone, after) => {
  expect([toErrorMessage(error, "保存地址失败"), appendReason("保存地址失败", error)]).toEqual([
    alone,
    after,
  ]);
});
