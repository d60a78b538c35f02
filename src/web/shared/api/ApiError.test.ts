import { expect, test } from "vitest";
import { texts } from "../texts.ts";
import { ApiError, messageOf, withReason } from "./ApiError.ts";

const limit = new ApiError("address_limit", "地址数量已达上限", { status: 422 });

test.each<[unknown, string, string]>([
  [limit, "地址数量已达上限", "保存地址失败：地址数量已达上限"],
  [new ApiError("sms_failed", "短信服务繁忙", { status: 502 }), "短信服务繁忙", "保存地址失败：短信服务繁忙"],
  [new ApiError("offline", texts.offline), texts.offline, `保存地址失败：${texts.offline}`],
  [new ApiError("timeout", texts.timeout), texts.timeout, `保存地址失败：${texts.timeout}`],
  [new ApiError("internal", "服务器开小差了", { status: 500 }), "保存地址失败", "保存地址失败"],
  [new ApiError("bad_reply", texts.badReply, { status: 200 }), "保存地址失败", "保存地址失败"],
  [new ApiError("validation", texts.failed, { status: 400 }), "保存地址失败", "保存地址失败"],
  [new ApiError("bad_reply", ""), "保存地址失败", "保存地址失败"],
  [new TypeError("x is undefined"), "保存地址失败", "保存地址失败"],
])("%s reads as %s, or after a fixed sentence as %s", (error, alone, after) => {
  expect([messageOf(error, "保存地址失败"), withReason("保存地址失败", error)]).toEqual([alone, after]);
});
