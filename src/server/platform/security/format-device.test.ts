import { expect, test } from "vitest";
import { formatDevice } from "./format-device.ts";

const iPhone =
  "Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)";
const android = "Mozilla/5.0 (Linux; Android 14; V2284A) AppleWebKit/537.36 (KHTML, like Gecko)";

test.each([
  [`${iPhone} Mobile/15E148 MicroMessenger/8.0.49(0x18003130) NetType/WIFI Language/zh_CN`, "微信 · iPhone"],
  [`${android} Version/4.0 Chrome/116.0.0.0 Mobile Safari/537.36 MicroMessenger/8.0.47`, "微信 · Android"],
  [`${iPhone} Version/17.5 Mobile/15E148 Safari/604.1`, "Safari · iPhone"],
  [`${android} Chrome/126.0.0.0 Mobile Safari/537.36`, "Chrome · Android"],
  [
    "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36",
    "Chrome · Windows",
  ],
  [
    "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Safari/605.1.15",
    "Safari · Mac",
  ],
  ["", "未知设备"],
  ["  ", "未知设备"],
  ["(((((", "未知设备"],
])("%s is %s", (userAgent, device) => {
  expect(formatDevice(userAgent)).toBe(device);
});

test("the result is short for a User-Agent of any length", () => {
  expect(formatDevice(`${"A".repeat(100_000)}/1.0`).length).toBeLessThanOrEqual(40);
});
