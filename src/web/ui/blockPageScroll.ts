let start = { x: 0, y: 0 };

/**
 * Keeps touches from scrolling the page behind an open modal; returns how to end that. iOS before 16 scrolls it whatever
 * the overflow of `body` is, as soon as what was touched can scroll no further.
 */
export function blockPageScroll(): () => void {
  const options = { capture: true, passive: false };
  document.addEventListener("touchstart", onTouchStart, options);
  document.addEventListener("touchmove", onTouchMove, options);
  return () => {
    document.removeEventListener("touchstart", onTouchStart, options);
    document.removeEventListener("touchmove", onTouchMove, options);
  };
}

function onTouchStart({ touches }: TouchEvent): void {
  const touch = touches[0];
  if (touch !== undefined) start = { x: touch.clientX, y: touch.clientY };
}

/** Decides by the first move, however small: browsers that have begun to scroll cannot be stopped. */
function onTouchMove(event: TouchEvent): void {
  const touch = event.touches[0];
  // Two fingers zoom.
  if (touch === undefined || event.touches.length > 1 || !event.cancelable) return;
  const [right, down] = [touch.clientX - start.x, touch.clientY - start.y];
  if (Math.abs(right) > Math.abs(down)) return;
  let element = event.target instanceof Element ? event.target : null;
  while (element !== null && element !== document.body) {
    if (canScroll(element, down)) return;
    element = element.parentElement;
  }
  event.preventDefault();
}

/** Returns whether an element has content where a finger that moves down (by a positive number) would show it. */
function canScroll(element: Element, down: number): boolean {
  const { scrollTop, scrollHeight, clientHeight } = element;
  // Positions between two pixels come out slightly below the end.
  const hasRoom = down > 0 ? scrollTop > 0 : scrollTop + clientHeight < scrollHeight - 1;
  return hasRoom && /auto|scroll/.test(getComputedStyle(element).overflowY);
}
