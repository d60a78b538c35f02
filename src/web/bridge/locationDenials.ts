import { readVisit, removeVisit, visitKeys, writeVisit } from "#web/shared/visitStorage.ts";
import type { LocateReason } from "./Bridge.ts";
import { PositionError } from "./geolocation.ts";

type Source = "wechat" | "browser";

/**
 * Asks a source for the position unless the customer denied it in this visit: only a tap asks again. A denial is
 * remembered, an answer forgets it.
 * @throws PositionError "refused" when it was denied, now or before
 */
export async function askUnlessDenied<T>(
  source: Source,
  reason: LocateReason,
  ask: () => Promise<T>,
): Promise<T> {
  if (reason === "page" && readDenials().has(source)) throw new PositionError("refused");
  try {
    const answer = await ask();
    writeDenial(source, false);
    return answer;
  } catch (error) {
    if (error instanceof PositionError && error.reason === "refused") writeDenial(source, true);
    throw error;
  }
}

function readDenials(): Set<string> {
  return new Set(readVisit(visitKeys.locationDenied)?.split(" "));
}

function writeDenial(source: Source, isDenied: boolean): void {
  const denials = readDenials();
  if (isDenied) denials.add(source);
  else denials.delete(source);
  if (denials.size === 0) removeVisit(visitKeys.locationDenied);
  else writeVisit(visitKeys.locationDenied, [...denials].join(" "));
}
