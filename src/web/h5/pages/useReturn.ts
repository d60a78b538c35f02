import { useEffect } from "react";

/** Calls back whenever the page is seen again: after the background, and when a webview brings it back whole. */
export function useReturn(onReturn: () => void): void {
  useEffect(() => {
    const show = () => {
      if (document.visibilityState === "visible") onReturn();
    };
    const restore = (event: PageTransitionEvent) => {
      if (event.persisted) onReturn();
    };
    document.addEventListener("visibilitychange", show);
    window.addEventListener("pageshow", restore);
    return () => {
      document.removeEventListener("visibilitychange", show);
      window.removeEventListener("pageshow", restore);
    };
  }, [onReturn]);
}
