import { useEffect } from "react";

/**
 * Calls back whenever the page becomes visible (from the background or the back/forward cache) or online
 * again.
 */
export function useOnResume(onResume: () => void): void {
  useEffect(() => {
    const show = () => {
      if (document.visibilityState === "visible") onResume();
    };
    const restore = (event: PageTransitionEvent) => {
      if (event.persisted) onResume();
    };
    document.addEventListener("visibilitychange", show);
    window.addEventListener("pageshow", restore);
    window.addEventListener("online", show);
    return () => {
      document.removeEventListener("visibilitychange", show);
      window.removeEventListener("pageshow", restore);
      window.removeEventListener("online", show);
    };
  }, [onResume]);
}
