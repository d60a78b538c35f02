import type { KeyboardEvent } from "react";

/** Returns whether a key belongs to an input-method composition: its Enter sends nothing. */
export function isComposing(event: KeyboardEvent): boolean {
  return event.nativeEvent.isComposing || event.keyCode === 229;
}
