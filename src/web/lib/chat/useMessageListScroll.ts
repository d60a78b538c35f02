import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from "react";

/** Maximum distance from the end that counts as the end. */
const endThresholdPx = 80;
/** Distance from the start at which older messages are fetched. */
const startThresholdPx = 400;

interface MessageListScroll {
  /** Scrolled away from the end, so that newer messages arrive out of view. */
  readonly isScrolledUp: boolean;
  scrollToEnd(): void;
}

/**
 * Keeps the newest message in view while the list is at its end, whatever changes its size (the keyboard,
 * images), and the scroll position while older messages are inserted above.
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
    let height = element.clientHeight;
    let contentHeight = element.scrollHeight;
    const measure = () => {
      const fromEnd = element.scrollHeight - element.scrollTop;
      const isAtEnd = fromEnd - element.clientHeight < endThresholdPx;
      position.current = { ...position.current, fromEnd, isAtEnd };
      setIsScrolledUp(!isAtEnd);
      if (element.scrollTop < startThresholdPx) onReachStart();
    };
    const onScroll = () => {
      // After a change of size the distance from the end means nothing yet; `onResize` follows in the same frame.
      if (element.clientHeight === height && element.scrollHeight === contentHeight) measure();
    };
    const onResize = () => {
      height = element.clientHeight;
      contentHeight = element.scrollHeight;
      if (position.current.isAtEnd) element.scrollTop = element.scrollHeight;
      else measure();
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
