import { useEffect, useState } from "react";
import { afterPaint } from "../cart/cart.storage.ts";

export type MenuOverlaysModule = typeof import("./components/MenuOverlays.tsx");

const retryMs = 4_000;
let loaded: MenuOverlaysModule | null = null;

/**
 * The sheets, notes and empty states of a menu page. They come right after there is something to see
 * (`isWanted`), so that they are there before anybody can ask for them, and are asked for again when the network was
 * away; null until then.
 */
export function useMenuOverlays(isNeeded: boolean): MenuOverlaysModule | null {
  const [overlays, setOverlays] = useState(loaded);
  useEffect(() => {
    if (overlays !== null || !isNeeded) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let isActive = true;
    const load = async () => {
      try {
        loaded = await import("./components/MenuOverlays.tsx");
        if (isActive) setOverlays(loaded);
      } catch {
        if (isActive) timer = setTimeout(load, retryMs);
      }
    };
    afterPaint(() => {
      if (isActive) void load();
    });
    return () => {
      isActive = false;
      clearTimeout(timer);
    };
  }, [overlays, isNeeded]);
  return overlays;
}
