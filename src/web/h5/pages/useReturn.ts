import { useEffect } from "react";

/** Calls back whenever the page is seen again (after the background, brought back whole by a webview) or online again. */
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
    window.addEventListener("online", show);
    return () => {
      document.removeEventListener("visibilitychange", show);
      window.removeEventListener("pageshow", restore);
      window.removeEventListener("online", show);
    };
  }, [onReturn]);
}
