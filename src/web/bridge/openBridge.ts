import { logFailure } from "#web/shared/log.ts";
import type { Bridge } from "./Bridge.ts";
import { BrowserBridge } from "./BrowserBridge.ts";
import { readEnvironment } from "./environment.ts";
import { holdFontSize } from "./holdFontSize.ts";
import { landing } from "./landing.ts";
import { bridgeReady, nativeBridge } from "./nativeBridge.ts";
import { loadSdk } from "./SdkPort.ts";
import { SdkSession, type Signature } from "./SdkSession.ts";
import { WechatBridge } from "./WechatBridge.ts";

/** The bridge for where this page runs; `sign` asks the server for the right to use the SDK at an address. */
export function openBridge(sign: (url: string) => Promise<Signature>): Bridge {
  const { kind, signsLandingUrl } = readEnvironment(navigator.userAgent);
  const browser = new BrowserBridge();
  if (kind === "browser" || kind === "wecom") return browser;
  bridgeReady().then(holdFontSize, (error: unknown) => logFailure("WeChat's object is not there", error));
  const loadWhenReady = async () => {
    // An API called before WeChat's object is there is dropped without a word.
    await nativeBridge();
    return loadSdk();
  };
  const sdk = new SdkSession({
    loadSdk: loadWhenReady,
    sign,
    currentUrl: () => window.location.href,
    landingUrl: landing.url,
    signsLandingUrl,
  });
  return new WechatBridge({
    sdk,
    native: nativeBridge,
    loadSdk: loadWhenReady,
    locateOtherwise: (reason) => browser.locate(reason),
  });
}
