import { useEffect, useState } from "react";
import { afterPaint } from "../stores/cartShelf.ts";

export type MenuExtras = typeof import("./MenuExtras.tsx");

const retryMs = 4_000;
let loaded: MenuExtras | null = null;

/**
 * The sheets, notes and empty states of a menu page. They come right after there is something to see
 * (`isWanted`), so that they are there before anybody can ask for them, and are asked for again when the network was
 * away; null until then.
 */
export function useMenuExtras(isWanted: boolean): MenuExtras | null {
  const [extras, setExtras] = useState(loaded);
  useEffect(() => {
    if (extras !== null || !isWanted) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let isOn = true;
    const load = async () => {
      try {
        loaded = await import("./MenuExtras.tsx");
        if (isOn) setExtras(loaded);
      } catch {
        if (isOn) timer = setTimeout(load, retryMs);
      }
    };
    afterPaint(() => {
      if (isOn) void load();
    });
    return () => {
      isOn = false;
      clearTimeout(timer);
    };
  }, [extras, isWanted]);
  return extras;
}
