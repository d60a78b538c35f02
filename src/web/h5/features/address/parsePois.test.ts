import { expect, test } from "vitest";
import { ApiError } from "#web/lib/api/ApiError.ts";
import { parsePois } from "./parsePois.ts";
import { formatSearchError } from "./usePlaceSearch.ts";

const poi = {
  id: "B1",
  name: "徐家汇",
  address: [],
  location: "121.437,31.194",
  adname: "徐汇区",
  typecode: 150500,
};

test("reads data.pois, treats empty lists as empty texts, and drops undeliverable places", () => {
  const bad = [{ ...poi, name: "" }, { ...poi, location: "" }, { ...poi, location: "here" }, null];
  expect(parsePois({ code: 200, data: { pois: [poi, ...bad] } })).toEqual([
    expect.objectContaining({ id: "B1", name: "徐家汇", address: "", adname: "徐汇区", typecode: "150500" }),
  ]);
});

test.each([null, [], { data: [] }, { data: { pois: null } }])("%j is no search response", (reply) => {
  expect(parsePois(reply)).toBeNull();
});

test.each([
  [new ApiError("search_failed", "城市不存在", { status: 502 }), "城市不存在"],
  [new ApiError("search_failed", "", { status: 502 }), "地点搜索失败"],
  [new ApiError("timeout", "请求超时"), "搜索失败，请重试"],
  [new ApiError("bad_reply", "服务器返回异常", { status: 200 }), "搜索失败，请重试"],
  [new Error("broken"), "搜索失败，请重试"],
])("%s is displayed as %s", (error, text) => {
  expect(formatSearchError(error)).toBe(text);
});
