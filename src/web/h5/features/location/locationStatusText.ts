import type { LocationStore } from "./LocationStore.ts";
import { locationMessages } from "./messages.ts";

/** What locating has to say: that it runs, what it found, or why it came to nothing. */
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
