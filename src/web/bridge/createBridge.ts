import type { Bridge } from "./Bridge.ts";
import { BrowserBridge } from "./BrowserBridge.ts";
import { entryUrl } from "./entryUrl.ts";
import { parseUserAgent, readUserAgent } from "./environment.ts";
import { getNativeBridge } from "./getNativeBridge.ts";
import { loadSdk } from "./SdkPort.ts";
import { SdkSession, type SdkSignature } from "./SdkSession.ts";
import { WechatBridge } from "./WechatBridge.ts";

/**
 * Creates the bridge for the current environment; `sign` requests the signature for using the SDK at a URL.
 */
export function createBridge(sign: (url: string) => Promise<SdkSignature>): Bridge {
  const { kind, signsEntryUrl } = parseUserAgent(readUserAgent());
  const browser = new BrowserBridge();
  if (kind === "browser" || kind === "wecom") return browser;
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
