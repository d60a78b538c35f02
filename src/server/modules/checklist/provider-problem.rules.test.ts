import { expect, test } from "vitest";
import { GatewayError } from "../../gateways/GatewayError.ts";
import { describeProviderProblem } from "./provider-problem.rules.ts";

test("known codes become reasons, unknown ones are named, and silence is told apart", () => {
  const describe = (code: string, isUnknown = false) =>
    describeProviderProblem("微信", new GatewayError("wechat", code, isUnknown));
  expect(describe("40125")).toBe("微信：AppSecret 不正确");
  expect(describe("99999")).toBe("微信：请求被拒绝（99999），请检查账号和密钥");
  expect(describe("no answer", true)).toBe("连不上微信，请检查网络和地址，或稍后再试");
});

test("what is no answer of a provider is rethrown", () => {
  const fault = new TypeError("a fault of ours");
  expect(() => describeProviderProblem("微信", fault)).toThrow(fault);
});
