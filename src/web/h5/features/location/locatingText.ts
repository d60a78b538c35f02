import { placeMessages } from "../../placeMessages.ts";
import type { LocationStore } from "../../stores/LocationStore.ts";

/** What locating has to say: that it runs, what it found, or why it came to nothing. */
export function locatingText({ state, city }: Pick<LocationStore, "state" | "city">): string {
  switch (state) {
    case "locating":
      return placeMessages.locating;
    case "located":
      return placeMessages.located(city);
    case "failed":
      return placeMessages.failed;
    case "unsupported":
      return placeMessages.unsupported;
    case "idle":
      return "";
  }
}
