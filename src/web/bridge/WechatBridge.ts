import { geolocation } from "#contract/constants.ts";
import type { Position } from "#contract/distance.ts";
import {
  type Bridge,
  BridgeError,
  type PayAnswer,
  type PayParams,
  type ShareCard,
  type Spot,
} from "./Bridge.ts";
import { PositionError } from "./geolocation.ts";
import type { NativeBridge } from "./nativeBridge.ts";
import type { SdkSession } from "./SdkSession.ts";
import { within } from "./within.ts";

const answerMs = 5_000;
/** The camera is open meanwhile. */
const scanMs = 120_000;
/** How long the sheet may say nothing before somebody asks the server instead. */
const payMs = 15_000;
const mapScale = 16;

interface Parts {
  sdk: Pick<SdkSession, "call">;
  native(): Promise<NativeBridge>;
  /** What is asked when WeChat does not tell where the device is. */
  locateOtherwise(): Promise<Position>;
}

/** The bridge inside WeChat: the JS-SDK, and for payment and closing WeChat's own object. */
export class WechatBridge implements Bridge {
  private readonly parts: Parts;

  constructor(parts: Parts) {
    this.parts = parts;
  }

  /** WeChat first, then the browser; a customer who says no is not asked a second time. */
  async locate(): Promise<Position> {
    try {
      const config = this.parts.sdk.call("getLocation", { type: "gcj02" }, geolocation.waitMs);
      return positionOf(await within(geolocation.waitMs, "getLocation", config));
    } catch (error) {
      if (error instanceof BridgeError && error.reason === "cancelled") throw new PositionError("refused");
      return this.parts.locateOtherwise();
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

  async share(card: ShareCard): Promise<void> {
    const { title, link, imgUrl } = card;
    await this.parts.sdk.call("updateAppMessageShareData", { ...card }, answerMs);
    await this.parts.sdk.call("updateTimelineShareData", { title, link, imgUrl }, answerMs);
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
