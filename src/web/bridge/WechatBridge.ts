import { geolocation } from "#contract/constants.ts";
import type { Position } from "#contract/distance.ts";
import {
  type Bridge,
  BridgeError,
  type LocateTrigger,
  type MapLocation,
  type PaymentSheetParams,
  type PaymentSheetResult,
  type ShareCard,
} from "./Bridge.ts";
import { isMiniProgram } from "./environment.ts";
import { PositionError } from "./geolocation.ts";
import type { NativeBridge } from "./getNativeBridge.ts";
import { requestUnlessDenied } from "./requestUnlessDenied.ts";
import type { SdkPort } from "./SdkPort.ts";
import type { SdkSession } from "./SdkSession.ts";
import { withTimeout } from "./withTimeout.ts";

const resultTimeoutMs = 5_000;
/** Maximum wait for a position; customers take their time over the permission prompt. */
const locationTimeoutMs = 60_000;
/** The camera is open meanwhile. */
const scanTimeoutMs = 120_000;
/**
 * How long the sheet may be silent before the server is queried meanwhile. Short, because a sheet that is
 * closed without a result looks the same as an open one; over an open one the query is invisible.
 */
const paymentSheetTimeoutMs = 2_000;
const mapScale = 16;

interface WechatBridgeOptions {
  sdk: Pick<SdkSession, "call">;
  native(): Promise<NativeBridge>;
  /** Loads the SDK, without a permission. */
  loadSdk(): Promise<Pick<SdkPort, "miniProgram">>;
  /** Fallback if WeChat returns no position. */
  locateWithBrowser(reason: LocateTrigger): Promise<Position>;
}

/** Bridge inside WeChat: the JS-SDK, and for payment and closing WeChat's own object. */
export class WechatBridge implements Bridge {
  private readonly options: WechatBridgeOptions;
  private pendingLocation: Promise<Position> | null = null;

  constructor(options: WechatBridgeOptions) {
    this.options = options;
  }

  /**
   * Queries WeChat first; if it fails or is silent for three seconds, the browser too, and the first result
   * counts. A customer who cancels is not asked a second time.
   */
  async locate(reason: LocateTrigger): Promise<Position> {
    const pendingLocation = this.requestLocation(reason);
    try {
      return await withTimeout(geolocation.wechatTimeoutMs, "getLocation", pendingLocation);
    } catch (error) {
      if (error instanceof CancelledError) throw error;
      const hasDenied = error instanceof PositionError && error.reason === "refused";
      return await firstPosition(pendingLocation, this.options.locateWithBrowser(reason), hasDenied);
    }
  }

  /** One request at a time: another request while WeChat's own dialog is open joins the first one. */
  private requestLocation(reason: LocateTrigger): Promise<Position> {
    this.pendingLocation ??= requestUnlessDenied("wechat", reason, () => this.wechatPosition()).finally(
      () => {
        this.pendingLocation = null;
      },
    );
    return this.pendingLocation;
  }

  private async wechatPosition(): Promise<Position> {
    try {
      return parsePosition(await this.options.sdk.call("getLocation", { type: "gcj02" }, locationTimeoutMs));
    } catch (error) {
      if (!(error instanceof BridgeError)) throw error;
      if (error.reason === "cancelled") throw new CancelledError("refused");
      throw error.reason === "denied" ? new PositionError("refused") : error;
    }
  }

  async openLocation({ position, name, address }: MapLocation): Promise<void> {
    const params = { latitude: position.lat, longitude: position.lng, name, address, scale: mapScale };
    await this.options.sdk.call("openLocation", params, resultTimeoutMs);
  }

  /** Bypasses the SDK, whose success callback hides why a payment failed. */
  async pay(
    params: PaymentSheetParams,
    onLateResult: (result: PaymentSheetResult) => void,
  ): Promise<PaymentSheetResult | "silent"> {
    const native = await this.options.native();
    const result = new Promise<PaymentSheetResult>((resolve) => {
      native.invoke("getBrandWCPayRequest", { ...params }, (response) =>
        resolve(toPaymentSheetResult(response.err_msg)),
      );
    });
    try {
      return await withTimeout(paymentSheetTimeoutMs, "getBrandWCPayRequest", result);
    } catch {
      void result.then(onLateResult);
      return "silent";
    }
  }

  async isMiniProgram(waitMs: number): Promise<boolean> {
    // Falls back to the user agent without WeChat's object.
    await withTimeout(waitMs, "WeixinJSBridge", this.options.native()).catch(() => undefined);
    return isMiniProgram(navigator.userAgent, window);
  }

  async openMiniProgramPage(url: string): Promise<void> {
    const { miniProgram } = await this.options.loadSdk();
    const opened = new Promise<void>((resolve, reject) => {
      const fail = ({ errMsg = "" }) => reject(new BridgeError("failed", `navigateTo: ${errMsg}`));
      miniProgram.navigateTo({ url, success: () => resolve(), fail });
    });
    await withTimeout(resultTimeoutMs, "navigateTo", opened);
  }

  async share(card: ShareCard): Promise<void> {
    const { title, link, imgUrl } = card;
    await this.options.sdk.call("updateAppMessageShareData", { ...card }, resultTimeoutMs);
    await this.options.sdk.call("updateTimelineShareData", { title, link, imgUrl }, resultTimeoutMs);
  }

  async showMenu(isShown: boolean): Promise<void> {
    (await this.options.native()).call(isShown ? "showOptionMenu" : "hideOptionMenu");
  }

  async close(): Promise<void> {
    (await this.options.native()).call("closeWindow");
  }

  async scan(): Promise<string | null> {
    try {
      const { resultStr } = await this.options.sdk.call("scanQRCode", { needResult: 1 }, scanTimeoutMs);
      if (typeof resultStr === "string" && resultStr !== "") return resultStr;
    } catch (error) {
      if (error instanceof BridgeError && error.reason === "cancelled") return null;
      throw error;
    }
    throw new BridgeError("failed", "scanQRCode brought nothing");
  }
}

/** The customer dismissed WeChat's prompt. */
class CancelledError extends PositionError {}

/**
 * Returns the first position of the two. Without any it fails as the browser did, or as denied if WeChat was.
 */
async function firstPosition(
  wechat: Promise<Position>,
  browser: Promise<Position>,
  hasDenied: boolean,
): Promise<Position> {
  try {
    return await Promise.any([wechat, browser]);
  } catch {
    if (hasDenied) throw new PositionError("refused");
    return await browser;
  }
}

/** Some Android clients return text. */
function parsePosition(result: { latitude?: unknown; longitude?: unknown }): Position {
  const lat = Number(result.latitude);
  const lng = Number(result.longitude);
  const isOnEarth = Math.abs(lat) <= 90 && Math.abs(lng) <= 180;
  if (!isOnEarth || result.latitude === "" || result.longitude === "")
    throw new BridgeError("failed", "getLocation brought no coordinates");
  return { lat, lng };
}

function toPaymentSheetResult(message = ""): PaymentSheetResult {
  if (/:ok$/.test(message)) return "ok";
  return /:cancel$/.test(message) ? "cancelled" : "failed";
}
