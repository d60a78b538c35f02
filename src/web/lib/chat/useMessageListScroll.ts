import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from "react";

/** As near to the end as this still means: at the end. */
const endThresholdPx = 80;
/** As near to the beginning as this older messages are fetched. */
const startThresholdPx = 400;

interface MessageListScroll {
  /** Away from the end, so that newer messages arrive unseen. */
  readonly isScrolledUp: boolean;
  scrollToEnd(): void;
}

/**
 * Keeps the newest message in view while one is there, whatever changes its size (the keyboard, pictures), and
 * what is looked at in its place while older messages come in above it.
 */
export function useMessageListScroll(
  containerRef: RefObject<HTMLElement | null>,
  rows: { firstKey: string; lastKey: string; isLastOwn: boolean },
  onReachStart: () => void,
): MessageListScroll {
  const [isScrolledUp, setIsScrolledUp] = useState(false);
  const position = useRef({ isAtEnd: true, fromEnd: 0, firstKey: "", lastKey: "" });
  const { firstKey, lastKey, isLastOwn } = rows;
  const scrollToEnd = useCallback(() => {
    const element = containerRef.current;
    if (element !== null) element.scrollTop = element.scrollHeight;
  }, [containerRef]);

  useLayoutEffect(() => {
    const element = containerRef.current;
    if (element === null) return;
    const previous = position.current;
    const isNewOwnMessage = lastKey !== previous.lastKey && isLastOwn;
    if (previous.isAtEnd || isNewOwnMessage) element.scrollTop = element.scrollHeight;
    else if (firstKey !== previous.firstKey) element.scrollTop = element.scrollHeight - previous.fromEnd;
    position.current = { ...previous, firstKey, lastKey, fromEnd: element.scrollHeight - element.scrollTop };
  }, [containerRef, firstKey, lastKey, isLastOwn]);

  useEffect(() => {
    const element = containerRef.current;
    if (element === null) return;
    const onScroll = () => {
      const fromEnd = element.scrollHeight - element.scrollTop;
      const isAtEnd = fromEnd - element.clientHeight < endThresholdPx;
      position.current = { ...position.current, fromEnd, isAtEnd };
      setIsScrolledUp(!isAtEnd);
      if (element.scrollTop < startThresholdPx) onReachStart();
    };
    const onResize = () => {
      if (position.current.isAtEnd) element.scrollTop = element.scrollHeight;
    };
    const resizeObserver = new ResizeObserver(onResize);
    resizeObserver.observe(element);
    for (const child of Array.from(element.children)) resizeObserver.observe(child);
    element.addEventListener("scroll", onScroll, { passive: true });
    onScroll();
    return () => {
      resizeObserver.disconnect();
      element.removeEventListener("scroll", onScroll);
    };
  }, [containerRef, onReachStart]);

  return { isScrolledUp, scrollToEnd };
}
