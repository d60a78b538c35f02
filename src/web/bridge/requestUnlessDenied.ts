import {
  readSessionItem,
  removeSessionItem,
  sessionKeys,
  writeSessionItem,
} from "#web/lib/storage/sessionStorage.ts";
import type { LocateTrigger } from "./Bridge.ts";
import { PositionError } from "./geolocation.ts";

type LocationSource = "wechat" | "browser";

/**
 * Requests the position from a source unless the customer denied it in this visit: then only a tap requests
 * it again. A denial is stored, a position clears it.
 * @throws PositionError "refused" if denied, now or before
 */
export async function requestUnlessDenied<T>(
  source: LocationSource,
  reason: LocateTrigger,
  request: () => Promise<T>,
): Promise<T> {
  if (reason === "page" && readDenials().has(source)) throw new PositionError("refused");
  try {
    const result = await request();
    writeDenial(source, false);
    return result;
  } catch (error) {
    if (error instanceof PositionError && error.reason === "refused") writeDenial(source, true);
    throw error;
  }
}

function readDenials(): Set<string> {
  return new Set(readSessionItem(sessionKeys.locationDenied)?.split(" "));
}

function writeDenial(source: LocationSource, isDenied: boolean): void {
  const denials = readDenials();
  if (isDenied) denials.add(source);
  else denials.delete(source);
  if (denials.size === 0) removeSessionItem(sessionKeys.locationDenied);
  else writeSessionItem(sessionKeys.locationDenied, [...denials].join(" "));
}
