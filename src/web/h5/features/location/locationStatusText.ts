import type { LocationStore } from "./LocationStore.ts";
import { locationMessages } from "./messages.ts";

/** Formats the location status: in progress, the result, or the reason for a failure. */
export function locationStatusText({ state, city }: Pick<LocationStore, "state" | "city">): string {
  switch (state) {
    case "locating":
      return locationMessages.locating;
    case "located":
      return locationMessages.located(city);
    case "failed":
      return locationMessages.failed;
    case "unsupported":
      return locationMessages.unsupported;
    case "idle":
      return "";
  }
}
