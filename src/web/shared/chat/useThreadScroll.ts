import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from "react";

/** As near to the end as this still means: at the end. */
const endPx = 80;
/** As near to the beginning as this older messages are fetched. */
const beginningPx = 400;

interface ThreadScroll {
  /** Away from the end, so that newer messages arrive unseen. */
  readonly isAway: boolean;
  toEnd(): void;
}

/**
 * Keeps the newest message in view while one is there, whatever changes its size (the keyboard, pictures), and
 * what is looked at in its place while older messages come in above it.
 */
export function useThreadScroll(
  box: RefObject<HTMLElement | null>,
  shown: { firstKey: string; lastKey: string; isLastOwn: boolean },
  onBeginning: () => void,
): ThreadScroll {
  const [isAway, setIsAway] = useState(false);
  const place = useRef({ isAtEnd: true, fromEnd: 0, firstKey: "", lastKey: "" });
  const { firstKey, lastKey, isLastOwn } = shown;
  const toEnd = useCallback(() => {
    const element = box.current;
    if (element !== null) element.scrollTop = element.scrollHeight;
  }, [box]);

  useLayoutEffect(() => {
    const element = box.current;
    if (element === null) return;
    const before = place.current;
    const isOwnNews = lastKey !== before.lastKey && isLastOwn;
    if (before.isAtEnd || isOwnNews) element.scrollTop = element.scrollHeight;
    else if (firstKey !== before.firstKey) element.scrollTop = element.scrollHeight - before.fromEnd;
    place.current = { ...before, firstKey, lastKey, fromEnd: element.scrollHeight - element.scrollTop };
  }, [box, firstKey, lastKey, isLastOwn]);

  useEffect(() => {
    const element = box.current;
    if (element === null) return;
    const look = () => {
      const fromEnd = element.scrollHeight - element.scrollTop;
      const isAtEnd = fromEnd - element.clientHeight < endPx;
      place.current = { ...place.current, fromEnd, isAtEnd };
      setIsAway(!isAtEnd);
      if (element.scrollTop < beginningPx) onBeginning();
    };
    const follow = () => {
      if (place.current.isAtEnd) element.scrollTop = element.scrollHeight;
    };
    const sizes = new ResizeObserver(follow);
    sizes.observe(element);
    for (const child of Array.from(element.children)) sizes.observe(child);
    element.addEventListener("scroll", look, { passive: true });
    look();
    return () => {
      sizes.disconnect();
      element.removeEventListener("scroll", look);
    };
  }, [box, onBeginning]);

  return { isAway, toEnd };
}
