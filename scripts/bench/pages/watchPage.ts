/**
 * Load metrics recorded by the page itself; times in ms from the start of the navigation, 0 while not
 * reached.
 */
export interface PageMetrics {
  paint: number;
  content: number;
  usable: number;
  shift: number;
  /** Total duration of tasks, counting the part of each beyond 50 ms. */
  long: number;
  /** Resolves when the content is rendered and usable; on timeout `usable` stays 0. */
  done: Promise<void>;
}

declare global {
  interface Window {
    figures: PageMetrics;
  }
}

/**
 * Runs in the page before anything else: records paints, layout shifts, long tasks, when the content is
 * rendered, and when React handles taps on a control of the page (at once for a page without a control).
 */
export function watchPage({ content, control }: { content: string; control: string | null }): void {
  let resolveUsable = () => {};
  const done = new Promise<void>((resolve) => {
    resolveUsable = resolve;
  });
  const figures: PageMetrics = { paint: 0, content: 0, usable: 0, shift: 0, long: 0, done };
  window.figures = figures;
  const observe = (type: string, note: (entry: PerformanceEntry) => void) => {
    new PerformanceObserver((list) => list.getEntries().forEach(note)).observe({ type, buffered: true });
  };
  observe("paint", (entry) => {
    if (entry.name === "first-contentful-paint") figures.paint = entry.startTime;
  });
  observe("layout-shift", (entry) => {
    const { value, hadRecentInput } = entry as PerformanceEntry & { value: number; hadRecentInput: boolean };
    if (!hadRecentInput) figures.shift += value;
  });
  observe("longtask", (entry) => {
    figures.long += entry.duration - 50;
  });
  const isOwned = (element: Element | null) =>
    element !== null && Object.keys(element).some((key) => key.startsWith("__reactProps$"));
  let isLaidOut = false;
  const checkUsable = () => {
    // The content is painted in the frame after the one that lays it out.
    if (isLaidOut) figures.content ||= performance.now();
    const found = document.querySelector(content);
    isLaidOut ||= found !== null && found.getBoundingClientRect().height > 0;
    const isUsable = control === null || isOwned(document.querySelector(control));
    if (figures.content > 0 && isUsable) figures.usable = performance.now();
    if (figures.usable > 0 || (figures.content > 0 && performance.now() > figures.content + 20_000))
      resolveUsable();
    else requestAnimationFrame(checkUsable);
  };
  requestAnimationFrame(checkUsable);
}

/** Runs in the page: returns the transferred bytes of code requested before the page was usable. */
export function firstBytes(): { js: number; css: number; inlineCss: string } {
  const sum = (ending: RegExp) =>
    performance
      .getEntriesByType("resource")
      .filter(
        ({ name, startTime }) =>
          ending.test(name) && startTime <= (window.figures.usable || Number.POSITIVE_INFINITY),
      )
      .reduce((all, entry) => all + (entry as PerformanceResourceTiming).encodedBodySize, 0);
  const inlineCss = [...document.querySelectorAll("style")].map((each) => each.textContent).join("");
  return { js: sum(/\.js$/), css: sum(/\.css$/), inlineCss };
}
