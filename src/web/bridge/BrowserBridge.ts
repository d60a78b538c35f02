import type { Position } from "#contract/distance.ts";
import { type Bridge, BridgeError, type LocateReason, type PayAnswer, type Spot } from "./Bridge.ts";
import { readEnvironment } from "./environment.ts";
import { browserPosition } from "./geolocation.ts";
import { askUnlessDenied } from "./locationDenials.ts";
import { toGcj02 } from "./toGcj02.ts";

/** The bridge of an ordinary browser, which has no sheet to pay with, no card to set and no scanner. */
export class BrowserBridge implements Bridge {
  async locate(reason: LocateReason): Promise<Position> {
    return toGcj02(await askUnlessDenied("browser", reason, browserPosition));
  }

  /** Hands the place to the device's own map. */
  async openLocation({ position: { lat, lng }, name }: Spot): Promise<void> {
    const isApple = readEnvironment(navigator.userAgent).platform === "ios";
    const label = encodeURIComponent(name);
    window.location.assign(
      isApple ? `maps:?ll=${lat},${lng}&q=${label}` : `geo:${lat},${lng}?q=${lat},${lng}(${label})`,
    );
  }

  async pay(): Promise<PayAnswer | "silent"> {
    throw new BridgeError("unsupported", "only WeChat has a payment sheet");
  }

  async isMiniProgram(): Promise<boolean> {
    return false;
  }

  async openMiniProgramPage(): Promise<void> {
    throw new BridgeError("unsupported", "only a mini-program has pages of its own");
  }

  /** Browsers make their own card out of the page's title and address. */
  async share(): Promise<void> {}

  /** A browser's menu is its own. */
  async showMenu(): Promise<void> {}

  async close(): Promise<void> {
    window.close();
  }

  async scan(): Promise<string | null> {
    throw new BridgeError("unsupported", "this browser offers no scanner");
  }
}
