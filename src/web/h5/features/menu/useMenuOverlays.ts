import { useEffect, useState } from "react";
import { afterPaint } from "../cart/cart.storage.ts";

export type MenuOverlaysModule = typeof import("./components/MenuOverlays.tsx");

const retryMs = 4_000;
let loaded: MenuOverlaysModule | null = null;

/**
 * Loads the sheets, notices and empty states of a menu page. They load right after the first content
 * (`isNeeded`), before they can be opened, and again after a network failure; null until then.
 */
export function useMenuOverlays(isNeeded: boolean): MenuOverlaysModule | null {
  const [overlays, setOverlays] = useState(import.meta.env.SSR ? null : loaded);
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
