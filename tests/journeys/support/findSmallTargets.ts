import type { Page } from "playwright-core";

/** Lists controls with too small a tap area: a tap inside the required minimum hits something else. */
export async function findSmallTargets(page: Page, minPx: number): Promise<string[]> {
  return await page.evaluate((side) => {
    const partOf = (item: Element) => item.closest("label") ?? item;
    const isHit = (item: Element, dx: number, dy: number) => {
      const box = item.getBoundingClientRect();
      const hit = document.elementFromPoint(box.left + box.width / 2 + dx, box.top + box.height / 2 + dy);
      return hit !== null && (item.contains(hit) || hit.closest("label")?.control === item);
    };
    const isSmall = (item: Element) => {
      const { width, height } = item.getBoundingClientRect();
      if (width >= side && height >= side) return false;
      item.scrollIntoView({ block: "center" });
      const half = side / 2 - 0.5;
      const across = width >= side || (isHit(item, -half, 0) && isHit(item, half, 0));
      const down = height >= side || (isHit(item, 0, -half) && isHit(item, 0, half));
      return !across || !down;
    };
    const controls = [
      ...document.querySelectorAll("button, a[href], input, textarea, [role=button], [role=tab]"),
    ];
    const shown = controls.filter((item) => item.checkVisibility() && item.getBoundingClientRect().width > 0);
    return [...new Set(shown.map(partOf))].filter(isSmall).map((item) => {
      const { width, height } = item.getBoundingClientRect();
      const name = item.getAttribute("aria-label") ?? item.textContent?.trim();
      return `${item.tagName.toLowerCase()} ${name || item.id} ${Math.round(width)}x${Math.round(height)}`;
    });
  }, minPx);
}
