import { logError } from "#web/lib/logError.ts";
import type { Bridge } from "./Bridge.ts";
import { BrowserBridge } from "./BrowserBridge.ts";
import { entryUrl } from "./entryUrl.ts";
import { parseUserAgent } from "./environment.ts";
import { getNativeBridge, waitForNativeBridge } from "./getNativeBridge.ts";
import { lockFontSize } from "./lockFontSize.ts";
import { loadSdk } from "./SdkPort.ts";
import { SdkSession, type SdkSignature } from "./SdkSession.ts";
import { WechatBridge } from "./WechatBridge.ts";

/**
 * Creates the bridge for the current environment; `sign` requests the signature for using the SDK at a URL.
 */
export function createBridge(sign: (url: string) => Promise<SdkSignature>): Bridge {
  const { kind, signsEntryUrl } = parseUserAgent(navigator.userAgent);
  const browser = new BrowserBridge();
  if (kind === "browser" || kind === "wecom") return browser;
  waitForNativeBridge().then(lockFontSize, (error: unknown) =>
    logError("WeChat's object is not there", error),
  );
  const loadWhenReady = async () => {
    // An API called before WeChat's object exists is dropped silently.
    await getNativeBridge();
    return loadSdk();
  };
  const sdk = new SdkSession({
    loadSdk: loadWhenReady,
    sign,
    currentUrl: () => window.location.href,
    entryUrl: entryUrl.current,
    signsEntryUrl,
  });
  return new WechatBridge({
    sdk,
    native: getNativeBridge,
    loadSdk: loadWhenReady,
    locateWithBrowser: (reason) => browser.locate(reason),
  });
}
