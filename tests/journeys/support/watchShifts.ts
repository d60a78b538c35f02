import type { Phone } from "../../../scripts/lib/Phone.ts";

/**
 * Records the layout shifts of every document from now on. Returns a function that lists those of the current document, with
 * what moved from where to where; empty when nothing moved.
 */
export async function watchShifts({ page }: Phone): Promise<() => Promise<string[]>> {
  await page.addInitScript(() => {
    const shifts: string[] = [];
    Object.assign(window, { shifts });
    interface Shift extends PerformanceEntry {
      value: number;
      sources: { node: Node | null; previousRect: DOMRect; currentRect: DOMRect }[];
    }
    const format = ({ x, y, width, height }: DOMRect) => `${x},${y} ${width}×${height}`;
    new PerformanceObserver((list) => {
      for (const { value, sources } of list.getEntries() as Shift[]) {
        const moved = sources.map(({ node, previousRect, currentRect }) => {
          const html = node?.parentElement?.outerHTML.slice(0, 100);
          return `${html} ${node?.textContent?.slice(0, 24)} ${format(previousRect)} → ${format(currentRect)}`;
        });
        shifts.push(`${value}: ${moved.join("; ")}`);
      }
    }).observe({ type: "layout-shift", buffered: true });
  });
  return () => page.evaluate(() => (window as unknown as { shifts: string[] }).shifts);
}
