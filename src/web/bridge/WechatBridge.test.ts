// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Position } from "#contract/distance.ts";
import { BridgeError, type BridgeErrorReason } from "./Bridge.ts";
import { PositionError } from "./geolocation.ts";
import type { NativeBridge } from "./getNativeBridge.ts";
import type { SdkPort, SdkResult } from "./SdkPort.ts";
import { WechatBridge } from "./WechatBridge.ts";

beforeEach(() => {
  vi.useFakeTimers();
  window.sessionStorage.clear();
});
afterEach(() => void vi.useRealTimers());

const elsewhere = { lat: 1, lng: 2 };
const here = { lat: 31.19, lng: 121.43 };
const card = {
  title: "食单",
  desc: "现做",
  link: "https://shop.test/",
  imgUrl: "https://shop.test/share.png",
};
const sheet = {
  appId: "wx1",
  timeStamp: "1",
  nonceStr: "n",
  package: "prepay_id=1",
  signType: "RSA",
  paySign: "p",
};

type NavigateTo = SdkPort["miniProgram"]["navigateTo"];

function make(
  answer: (name: string) => Promise<SdkResult>,
  native: Partial<NativeBridge> = {},
  navigateTo: NavigateTo = () => undefined,
) {
  const calls: [string, Record<string, unknown>][] = [];
  const locateOtherwise = vi.fn(async (): Promise<Position> => elsewhere);
  const bridge = new WechatBridge({
    sdk: {
      call: (name, params) => {
        calls.push([name, params]);
        return answer(name);
      },
    },
    native: async () => ({ invoke: () => undefined, on: () => undefined, call: () => undefined, ...native }),
    loadSdk: async () => ({ miniProgram: { navigateTo } }),
    locateWithBrowser: locateOtherwise,
  });
  return { bridge, calls, locateOtherwise };
}

const never = () => new Promise<SdkResult>(() => undefined);
const failing = (reason: BridgeErrorReason) => () => Promise.reject(new BridgeError(reason, "no"));

test("requests WeChat's position in the Chinese map datum, and accepts coordinates as text", async () => {
  const { bridge, calls } = make(async () => ({ latitude: "31.19", longitude: "121.43" }));
  await expect(bridge.locate("tap")).resolves.toEqual({ lat: 31.19, lng: 121.43 });
  expect(calls).toEqual([["getLocation", { type: "gcj02" }]]);
});

test.each([failing("failed"), failing("refused"), async () => ({ latitude: "" }), async () => ({})])(
  "falls back to the browser without a position from WeChat",
  async (answer) => {
    const { bridge } = make(answer);
    await expect(bridge.locate("tap")).resolves.toEqual(elsewhere);
  },
);

test("queries the browser too after three seconds without a response from WeChat", async () => {
  const { bridge, locateOtherwise } = make(never);
  const located = bridge.locate("tap");
  await vi.advanceTimersByTimeAsync(2_999);
  expect(locateOtherwise).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  await expect(located).resolves.toEqual(elsewhere);
});

test("uses WeChat's late response if the browser has none, and requests it once at a time", async () => {
  let notify: (answer: SdkResult) => void = () => undefined;
  const { bridge, calls, locateOtherwise } = make(
    () =>
      new Promise((resolve) => {
        notify = resolve;
      }),
  );
  locateOtherwise.mockRejectedValue(new PositionError("timeout"));
  const both = [bridge.locate("tap"), bridge.locate("tap")];
  await vi.advanceTimersByTimeAsync(8_000);
  notify({ latitude: 31.19, longitude: 121.43 });
  expect(await Promise.all(both)).toEqual([here, here]);
  expect(calls).toHaveLength(1);
});

test("does not ask a customer twice after a refusal", async () => {
  const { bridge, locateOtherwise } = make(failing("cancelled"));
  await expect(bridge.locate("tap")).rejects.toBeInstanceOf(PositionError);
  expect(locateOtherwise).not.toHaveBeenCalled();
});

test.each(["cancelled", "denied"] as const)(
  "a page does not repeat a WeChat request that was %s in this visit, but a tap does",
  async (reason) => {
    const { bridge, calls, locateOtherwise } = make(failing(reason));
    locateOtherwise.mockRejectedValue(new PositionError("timeout"));
    for (const why of ["page", "page", "tap"] as const)
      await expect(bridge.locate(why)).rejects.toMatchObject({ reason: "refused" });
    expect(calls).toHaveLength(2);
  },
);

test("passes a location in numbers", async () => {
  const { bridge, calls } = make(async () => ({}));
  await bridge.openLocation({ position: elsewhere, name: "店", address: "路" });
  expect(calls[0]?.[1]).toMatchObject({ latitude: 1, longitude: 2, name: "店", address: "路" });
});

test("sets the card for messages and for the timeline", async () => {
  const { bridge, calls } = make(async () => ({}));
  await bridge.share(card);
  expect(calls).toEqual([
    ["updateAppMessageShareData", card],
    ["updateTimelineShareData", { title: card.title, link: card.link, imgUrl: card.imgUrl }],
  ]);
});

test.each([
  ["get_brand_wcpay_request:ok", "ok"],
  ["get_brand_wcpay_request:cancel", "cancelled"],
  ["get_brand_wcpay_request:fail", "failed"],
  ["system:access_denied", "failed"],
  [undefined, "failed"],
])("maps the sheet's response %s to %s", async (err_msg, expected) => {
  const invoke = vi.fn<NativeBridge["invoke"]>((_name, _params, done) =>
    done?.(err_msg === undefined ? {} : { err_msg }),
  );
  const { bridge } = make(never, { invoke });
  await expect(bridge.pay(sheet, () => undefined)).resolves.toBe(expected);
  expect(invoke.mock.calls[0]?.slice(0, 2)).toEqual(["getBrandWCPayRequest", sheet]);
});

test("reports a sheet without a result as silent after two seconds, and passes on its later result", async () => {
  let format: (answer: { err_msg?: string }) => void = () => undefined;
  const { bridge } = make(never, {
    invoke: (_name, _params, done) => {
      if (done !== undefined) format = done;
    },
  });
  const late = vi.fn();
  const paying = bridge.pay(sheet, late);
  await vi.advanceTimersByTimeAsync(2_000);
  await expect(paying).resolves.toBe("silent");
  format({ err_msg: "get_brand_wcpay_request:ok" });
  await vi.advanceTimersByTimeAsync(0);
  expect(late).toHaveBeenCalledWith("ok");
});

test("hides and shows the menu without permission", async () => {
  const call = vi.fn();
  const { bridge } = make(never, { call });
  await bridge.showMenu(false);
  await bridge.showMenu(true);
  expect(call.mock.calls).toEqual([["hideOptionMenu"], ["showOptionMenu"]]);
});

test("closes without permission", async () => {
  const call = vi.fn();
  await make(never, { call }).bridge.close();
  expect(call).toHaveBeenCalledWith("closeWindow");
});

test("returns the text of a scan, and null if it was cancelled", async () => {
  await expect(make(async () => ({ resultStr: "T8" })).bridge.scan()).resolves.toBe("T8");
  await expect(make(failing("cancelled")).bridge.scan()).resolves.toBeNull();
  await expect(make(async () => ({})).bridge.scan()).rejects.toMatchObject({ reason: "failed" });
  await expect(make(failing("failed")).bridge.scan()).rejects.toMatchObject({ reason: "failed" });
});

test("opens a page of the mini-program, and fails if it does not open or there is no response", async () => {
  const urls: unknown[] = [];
  const open = (navigateTo: NavigateTo) =>
    make(never, {}, navigateTo).bridge.openMiniProgramPage("/pages/pay?order_id=o1");
  await open((params) => {
    urls.push(params.url);
    params.success?.({ errMsg: "invokeMiniProgramAPI:ok" });
  });
  expect(urls).toEqual(["/pages/pay?order_id=o1"]);
  await expect(open((params) => params.fail?.({ errMsg: "fail" }))).rejects.toMatchObject({
    reason: "failed",
  });
  const unanswered = expect(open(() => undefined)).rejects.toMatchObject({ reason: "silent" });
  await vi.advanceTimersByTimeAsync(5_000);
  await unanswered;
});
