import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { FakeSdk } from "./FakeSdk.ts";
import { SdkSession } from "./SdkSession.ts";

const home = "https://shop.test/?invite_code=A";
const menu = "https://shop.test/takeaway-menu";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function make(sdk: FakeSdk, { signsLandingUrl = false } = {}) {
  const signed: string[] = [];
  const place = { url: `${home}#top` };
  const session = new SdkSession({
    loadSdk: async () => sdk,
    sign: async (url) => {
      signed.push(url);
      return { appId: "wx1", timestamp: 1, nonceStr: "n", signature: `s${signed.length}` };
    },
    currentUrl: () => place.url,
    entryUrl: `${home}#top`,
    signsEntryUrl: signsLandingUrl,
  });
  const call = () => session.call("openLocation", { name: "x" }, 5_000);
  return { session, signed, place, call };
}

function agreeing(...verdicts: (string | null)[]): FakeSdk {
  const sdk = new FakeSdk(...verdicts);
  sdk.responses.openLocation = ({ success }) => success?.({ errMsg: "openLocation:ok" });
  return sdk;
}

/** Returns the reason of a failure, once all waits are over. */
async function reasonOf(work: Promise<unknown>): Promise<unknown> {
  const reason = work.then(
    () => "none",
    (error: { reason: unknown }) => error.reason,
  );
  await vi.runAllTimersAsync();
  return reason;
}

test("requests a signature at the first call of a page, without the hash, and not again on that page", async () => {
  const sdk = agreeing(null);
  const { signed, call } = make(sdk);
  expect(sdk.configs).toEqual([]);
  await call();
  await call();
  expect(signed).toEqual([home]);
  expect(sdk.configs).toHaveLength(1);
  expect(sdk.configs[0]).toMatchObject({ appId: "wx1", signature: "s1" });
  expect(sdk.calls).toEqual([
    ["openLocation", { name: "x" }],
    ["openLocation", { name: "x" }],
  ]);
});

test("requests a new signature for another page, with an API list that the SDK has not rewritten", async () => {
  const sdk = agreeing(null, null);
  const { signed, place, call } = make(sdk);
  await call();
  place.url = menu;
  expect(await reasonOf(call())).toBe("none");
  expect(signed).toEqual([home, menu]);
  expect(sdk.configs.map(({ jsApiList }) => jsApiList[0])).toEqual(["getLocation", "getLocation"]);
});

test("signs the landing page on iOS, wherever the router has gone", async () => {
  const sdk = agreeing(null);
  const { signed, place, call } = make(sdk, { signsLandingUrl: true });
  place.url = menu;
  await call();
  place.url = "https://shop.test/orders";
  await call();
  expect(signed).toEqual([home]);
});

test("retries a refused config once, with a fresh signature for the other URL", async () => {
  const sdk = agreeing("config:invalid signature", null);
  const { signed, place, call } = make(sdk);
  place.url = menu;
  expect(await reasonOf(call())).toBe("none");
  expect(signed).toEqual([menu, home]);
  expect(sdk.configs.map(({ signature }) => signature)).toEqual(["s1", "s2"]);
});

test("counts a failure although the SDK reports ready after it, and stops after two refusals", async () => {
  const sdk = agreeing("config:invalid url domain", "config:invalid url domain");
  const { signed, call } = make(sdk);
  expect(await reasonOf(call())).toBe("failed");
  expect(signed).toHaveLength(2);
  expect(sdk.calls).toEqual([]);
});

test("applies two refused signatures to the document: no page requests or waits again", async () => {
  const sdk = agreeing("config:invalid signature", "config:invalid signature");
  const { signed, place, call } = make(sdk);
  expect(await reasonOf(call())).toBe("refused");
  place.url = menu;
  const second = call().catch((error: { reason: unknown }) => error.reason);
  expect(vi.getTimerCount()).toBe(0);
  expect(await second).toBe("refused");
  expect([signed.length, sdk.configs.length, sdk.calls.length]).toEqual([2, 2, 0]);
});

test("ignores a refusal for a page that was left meanwhile", async () => {
  const sdk = agreeing("config:invalid signature", "config:invalid signature", null);
  const { place, call } = make(sdk);
  const left = call();
  place.url = menu;
  expect(await reasonOf(left)).toBe("none");
});

test("does not repeat a call on a page that refused it with two fresh signatures", async () => {
  const sdk = new FakeSdk(null, null, null);
  sdk.responses.openLocation = ({ fail }) => fail?.({ errMsg: "openLocation:permission denied" });
  const { signed, place, call } = make(sdk);
  expect(await reasonOf(call())).toBe("refused");
  expect(await reasonOf(call())).toBe("refused");
  expect([signed.length, sdk.calls.length]).toEqual([2, 2]);
  place.url = menu;
  sdk.responses.openLocation = ({ success }) => success?.({ errMsg: "openLocation:ok" });
  expect(await reasonOf(call())).toBe("none");
});

test("requests one fresh signature for a call that is refused although the config seemed fine", async () => {
  const sdk = new FakeSdk(null, null);
  let requested = 0;
  sdk.responses.openLocation = ({ success, fail }) => {
    requested += 1;
    if (requested > 1) success?.({ errMsg: "openLocation:ok" });
    else fail?.({ errMsg: "openLocation:fail, the permission value is offline verifying" });
  };
  const { signed, call } = make(sdk);
  expect(await reasonOf(call())).toBe("none");
  expect([requested, signed.length]).toEqual([2, 2]);
});

test.each([
  ["openLocation:permission denied", "refused"],
  ["openLocation:fail auth deny", "denied"],
  ["openLocation:function not exist", "unsupported"],
  ["openLocation:fail", "failed"],
])("%s is %s", async (errMsg, reason) => {
  const sdk = new FakeSdk(null, null);
  sdk.responses.openLocation = ({ fail }) => fail?.({ errMsg });
  expect(await reasonOf(make(sdk).call())).toBe(reason);
});

test("distinguishes cancelling from failing", async () => {
  const sdk = new FakeSdk(null);
  sdk.responses.openLocation = ({ cancel }) => cancel?.({ errMsg: "openLocation:cancel" });
  expect(await reasonOf(make(sdk).call())).toBe("cancelled");
});

test("ends a silent config and a silent call, and the next call starts over", async () => {
  const sdk = new FakeSdk();
  const { call } = make(sdk);
  expect(await reasonOf(call())).toBe("silent");
  expect(sdk.calls).toEqual([]);
  sdk.configResults.push(null);
  expect(await reasonOf(call())).toBe("silent");
  expect(sdk.calls).toHaveLength(1);
  expect(vi.getTimerCount()).toBe(0);
});
