import type { Position } from "#contract/distance.ts";
import {
  type Bridge,
  BridgeError,
  type LocateTrigger,
  type MapLocation,
  type PaymentSheetResult,
} from "./Bridge.ts";
import { parseUserAgent, readUserAgent } from "./environment.ts";
import { getBrowserPosition } from "./geolocation.ts";
import { requestUnlessDenied } from "./requestUnlessDenied.ts";
import { toGcj02 } from "./toGcj02.ts";

/** Bridge of an ordinary browser, which has no payment sheet, share card or scanner. */
export class BrowserBridge implements Bridge {
  async locate(reason: LocateTrigger): Promise<Position> {
    return toGcj02(await requestUnlessDenied("browser", reason, getBrowserPosition));
  }

  /** Passes the location to the device's own map. */
  async openLocation({ position: { lat, lng }, name }: MapLocation): Promise<void> {
    const isIos = parseUserAgent(readUserAgent()).platform === "ios";
    const label = encodeURIComponent(name);
    window.location.assign(
      isIos ? `maps:?ll=${lat},${lng}&q=${label}` : `geo:${lat},${lng}?q=${lat},${lng}(${label})`,
    );
  }

  async pay(): Promise<PaymentSheetResult | "silent"> {
    throw new BridgeError("unsupported", "only WeChat has a payment sheet");
  }

  async isMiniProgram(): Promise<boolean> {
    return false;
  }

  async openMiniProgramPage(): Promise<void> {
    throw new BridgeError("unsupported", "only a mini-program has pages of its own");
  }

  /** Browsers derive their own card from the page's title and URL. */
  async share(): Promise<void> {}

  /** Not needed: a browser's menu cannot be changed. */
  async showMenu(): Promise<void> {}

  async close(): Promise<void> {
    window.close();
  }

  async scan(): Promise<string | null> {
    throw new BridgeError("unsupported", "this browser offers no scanner");
  }
}
