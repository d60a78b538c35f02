import type { Page } from "playwright-core";

/**
 * Controls whose accessible name does not hold the text that is seen on them (WCAG 2.5.3), one line each. What merely
 * describes a control, or is hidden from those who listen, is no part of its name.
 */
export async function namesWithoutText(page: Page): Promise<string[]> {
  return await page.evaluate(() => {
    const plain = (text: string) => text.replace(/[\s\p{P}\p{S}]+/gu, "");
    const byIds = (ids: string | null) =>
      (ids ?? "").split(" ").flatMap((id) => document.getElementById(id) ?? []);
    const seenIn = (part: Node, left: readonly Element[]): string => {
      if (part instanceof Text) return part.data;
      if (!(part instanceof Element) || left.includes(part) || !part.checkVisibility()) return "";
      if (part.matches("input, textarea, select, svg, [role=status]")) return "";
      return [...part.childNodes].map((child) => seenIn(child, left)).join("");
    };
    const named = [...document.querySelectorAll("[aria-label], [aria-labelledby]")].filter((one) =>
      one.matches(
        "a, button, input, textarea, select, [role=button], [role=tab], [role=radio], [role=switch]",
      ),
    );
    return named.flatMap((one) => {
      const labelled = byIds(one.getAttribute("aria-labelledby")).map(({ textContent }) => textContent);
      const name = labelled.length > 0 ? labelled.join(" ") : (one.getAttribute("aria-label") ?? "");
      const described = byIds(one.getAttribute("aria-describedby"));
      const seen = seenIn(one.closest("label") ?? one, described);
      return plain(name).includes(plain(seen)) ? [] : [`named ${name}, shows ${seen}`];
    });
  });
}
