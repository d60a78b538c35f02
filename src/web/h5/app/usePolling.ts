import { useEffect } from "react";
import { useOnResume } from "./useOnResume.ts";

const defaultMs = 5_000;

/**
 * Polls at an interval while `isActive` and the page is visible, and whenever the page becomes visible again.
 */
export function usePolling(poll: () => void, isActive: boolean, intervalMs = defaultMs): void {
  useOnResume(poll);
  useEffect(() => {
    if (!isActive) return;
    const timer = setInterval(() => {
      if (document.visibilityState === "visible") poll();
    }, intervalMs);
    return () => clearInterval(timer);
  }, [poll, isActive, intervalMs]);
}
