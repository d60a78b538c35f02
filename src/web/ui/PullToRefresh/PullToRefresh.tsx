import { type ReactNode, useEffect, useRef, useState } from "react";
import { listMessages } from "../listMessages.ts";
import styles from "./PullToRefresh.module.css";

/** Distances in px: to trigger a refresh, and at most. */
const triggerPx = 56;
const maxPx = 96;

interface PullToRefreshProps {
  onRefresh: () => Promise<void>;
  children: ReactNode;
}

/** List that is reloaded when pulled down at its top. */
export function PullToRefresh({ onRefresh, children }: PullToRefreshProps) {
  const [offset, setOffset] = useState(0);
  const [isRefreshing, setIsRefreshing] = useState(false);
  const area = useRef<HTMLDivElement>(null);
  const release = (pulled: number) => {
    if (pulled < triggerPx) {
      setOffset(0);
      return;
    }
    setOffset(triggerPx);
    setIsRefreshing(true);
    void onRefresh().finally(() => {
      setIsRefreshing(false);
      setOffset(0);
    });
  };
  usePullGesture(area, isRefreshing, setOffset, release);
  const isMoving = offset > 0 && !isRefreshing;
  return (
    <div ref={area} className={styles.area}>
      <p className={styles.head} aria-live="polite" style={{ opacity: Math.min(1, offset / triggerPx) }}>
        {offset > 0 && statusText(offset, isRefreshing)}
      </p>
      <div
        className={isMoving ? undefined : styles.settling}
        style={offset === 0 ? undefined : { transform: `translateY(${offset}px)` }}
      >
        {children}
      </div>
    </div>
  );
}

function statusText(offset: number, isRefreshing: boolean): string {
  if (isRefreshing) return listMessages.refreshing;
  return offset < triggerPx ? listMessages.pull : listMessages.release;
}

/**
 * Tracks one finger from the top of the page downwards. React's own touch events cannot prevent scrolling.
 */
function usePullGesture(
  area: React.RefObject<HTMLDivElement | null>,
  isRefreshing: boolean,
  onMove: (offset: number) => void,
  onRelease: (offset: number) => void,
): void {
  const onReleaseRef = useRef(onRelease);
  onReleaseRef.current = onRelease;
  useEffect(() => {
    const element = area.current;
    if (element === null || isRefreshing) return;
    let startY: number | null = null;
    let pulled = 0;
    const start = (event: TouchEvent) => {
      startY = window.scrollY <= 0 && event.touches.length === 1 ? (event.touches[0]?.clientY ?? null) : null;
      pulled = 0;
    };
    const move = (event: TouchEvent) => {
      const distance = startY === null ? 0 : (event.touches[0]?.clientY ?? 0) - startY;
      if (distance <= 0 || window.scrollY > 0) return;
      if (event.cancelable) event.preventDefault();
      pulled = Math.min(maxPx, distance * 0.5);
      onMove(pulled);
    };
    const end = () => {
      if (pulled > 0) onReleaseRef.current(pulled);
      startY = null;
      pulled = 0;
    };
    element.addEventListener("touchstart", start, { passive: true });
    element.addEventListener("touchmove", move, { passive: false });
    element.addEventListener("touchend", end);
    element.addEventListener("touchcancel", end);
    return () => {
      element.removeEventListener("touchstart", start);
      element.removeEventListener("touchmove", move);
      element.removeEventListener("touchend", end);
      element.removeEventListener("touchcancel", end);
    };
  }, [area, isRefreshing, onMove]);
}
