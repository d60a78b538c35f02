import { geolocation } from "#contract/constants.ts";
import type { Position } from "#contract/distance.ts";
import {
  type Bridge,
  BridgeError,
  type LocateReason,
  type PayAnswer,
  type PayParams,
  type ShareCard,
  type Spot,
} from "./Bridge.ts";
import { isMiniProgram } from "./environment.ts";
import { PositionError } from "./geolocation.ts";
import { askUnlessDenied } from "./locationDenials.ts";
import type { NativeBridge } from "./nativeBridge.ts";
import type { SdkPort } from "./SdkPort.ts";
import type { SdkSession } from "./SdkSession.ts";
import { within } from "./within.ts";

const answerMs = 5_000;
/** How long an answer about the position is of use; customers take their time over the question whether they allow it. */
const lateMs = 60_000;
/** The camera is open meanwhile. */
const scanMs = 120_000;
/**
 * How long the sheet may say nothing before the server is asked meanwhile. Short, because a sheet that is closed without
 * a word looks the same as one that is open; over an open one nothing of this is seen.
 */
const payMs = 2_000;
const mapScale = 16;

interface Parts {
  sdk: Pick<SdkSession, "call">;
  native(): Promise<NativeBridge>;
  /** The SDK, without a permission. */
  loadSdk(): Promise<Pick<SdkPort, "miniProgram">>;
  /** What is asked when WeChat does not tell where the device is. */
  locateOtherwise(reason: LocateReason): Promise<Position>;
}

/** The bridge inside WeChat: the JS-SDK, and for payment and closing WeChat's own object. */
export class WechatBridge implements Bridge {
  private readonly parts: Parts;
  private asked: Promise<Position> | null = null;

  constructor(parts: Parts) {
    this.parts = parts;
  }

  /**
   * WeChat first; when it fails or is silent for three seconds, the browser too, and the first answer counts. A customer
   * who gives up is not asked a second time.
   */
  async locate(reason: LocateReason): Promise<Position> {
    const asked = this.askWechat(reason);
    try {
      return await within(geolocation.wechatMs, "getLocation", asked);
    } catch (error) {
      if (error instanceof CancelledError) throw error;
      const hasDenied = error instanceof PositionError && error.reason === "refused";
      return await firstOf(asked, this.parts.locateOtherwise(reason), hasDenied);
    }
  }

  /** One question at a time: who is asked again while WeChat's own dialog is open joins the first one. */
  private askWechat(reason: LocateReason): Promise<Position> {
    this.asked ??= askUnlessDenied("wechat", reason, () => this.wechatPosition()).finally(() => {
      this.asked = null;
    });
    return this.asked;
  }

  private async wechatPosition(): Promise<Position> {
    try {
      return positionOf(await this.parts.sdk.call("getLocation", { type: "gcj02" }, lateMs));
    } catch (error) {
      if (!(error instanceof BridgeError)) throw error;
      if (error.reason === "cancelled") throw new CancelledError("refused");
      throw error.reason === "denied" ? new PositionError("refused") : error;
    }
  }

  async openLocation({ position, name, address }: Spot): Promise<void> {
    const spot = { latitude: position.lat, longitude: position.lng, name, address, scale: mapScale };
    await this.parts.sdk.call("openLocation", spot, answerMs);
  }

  /** Without the SDK, whose success callback hides why a payment failed. */
  async pay(params: PayParams, onLate: (answer: PayAnswer) => void): Promise<PayAnswer | "silent"> {
    const native = await this.parts.native();
    const answer = new Promise<PayAnswer>((resolve) => {
      native.invoke("getBrandWCPayRequest", { ...params }, (reply) => resolve(payAnswerOf(reply.err_msg)));
    });
    try {
      return await within(payMs, "getBrandWCPayRequest", answer);
    } catch {
      void answer.then(onLate);
      return "silent";
    }
  }

  async isMiniProgram(waitMs: number): Promise<boolean> {
    // Without WeChat's object the user agent has to do.
    await within(waitMs, "WeixinJSBridge", this.parts.native()).catch(() => undefined);
    return isMiniProgram(navigator.userAgent, window);
  }

  async openMiniProgramPage(url: string): Promise<void> {
    const { miniProgram } = await this.parts.loadSdk();
    const opened = new Promise<void>((resolve, reject) => {
      const fail = ({ errMsg = "" }) => reject(new BridgeError("failed", `navigateTo: ${errMsg}`));
      miniProgram.navigateTo({ url, success: () => resolve(), fail });
    });
    await within(answerMs, "navigateTo", opened);
  }

  async share(card: ShareCard): Promise<void> {
    const { title, link, imgUrl } = card;
    await this.parts.sdk.call("updateAppMessageShareData", { ...card }, answerMs);
    await this.parts.sdk.call("updateTimelineShareData", { title, link, imgUrl }, answerMs);
  }

  async showMenu(isShown: boolean): Promise<void> {
    (await this.parts.native()).call(isShown ? "showOptionMenu" : "hideOptionMenu");
  }

  async close(): Promise<void> {
    (await this.parts.native()).call("closeWindow");
  }

  async scan(): Promise<string | null> {
    try {
      const { resultStr } = await this.parts.sdk.call("scanQRCode", { needResult: 1 }, scanMs);
      if (typeof resultStr === "string" && resultStr !== "") return resultStr;
    } catch (error) {
      if (error instanceof BridgeError && error.reason === "cancelled") return null;
      throw error;
    }
    throw new BridgeError("failed", "scanQRCode brought nothing");
  }
}

/** The customer closed WeChat's question. */
class CancelledError extends PositionError {}

/** The first position of the two. Without any it fails as the browser did, or as denied when WeChat was. */
async function firstOf(
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

/** Some Android clients answer with text. */
function positionOf(answer: { latitude?: unknown; longitude?: unknown }): Position {
  const lat = Number(answer.latitude);
  const lng = Number(answer.longitude);
  const isOnEarth = Math.abs(lat) <= 90 && Math.abs(lng) <= 180;
  if (!isOnEarth || answer.latitude === "" || answer.longitude === "")
    throw new BridgeError("failed", "getLocation brought no coordinates");
  return { lat, lng };
}

function payAnswerOf(message = ""): PayAnswer {
  if (/:ok$/.test(message)) return "ok";
  return /:cancel$/.test(message) ? "cancelled" : "failed";
}
