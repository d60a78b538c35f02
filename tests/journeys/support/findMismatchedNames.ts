import type { Page } from "playwright-core";

/**
 * Lists controls whose accessible name lacks their visible text (WCAG 2.5.3), one line each. Descriptions and
 * text hidden from screen readers are not part of the name.
 */
export async function findMismatchedNames(page: Page): Promise<string[]> {
  return await page.evaluate(() => {
    const stripPunctuation = (text: string) => text.replace(/[\s\p{P}\p{S}]+/gu, "");
    const byIds = (ids: string | null) =>
      (ids ?? "").split(" ").flatMap((id) => document.getElementById(id) ?? []);
    const visibleText = (part: Node, excluded: readonly Element[]): string => {
      if (part instanceof Text) return part.data;
      if (!(part instanceof Element) || excluded.includes(part) || !part.checkVisibility()) return "";
      if (part.matches("input, textarea, select, svg, [role=status]")) return "";
      return [...part.childNodes].map((child) => visibleText(child, excluded)).join("");
    };
    const labelled = [...document.querySelectorAll("[aria-label], [aria-labelledby]")].filter((item) =>
      item.matches(
        "a, button, input, textarea, select, [role=button], [role=tab], [role=radio], [role=switch]",
      ),
    );
    return labelled.flatMap((item) => {
      const labels = byIds(item.getAttribute("aria-labelledby")).map(({ textContent }) => textContent);
      const name = labels.length > 0 ? labels.join(" ") : (item.getAttribute("aria-label") ?? "");
      const described = byIds(item.getAttribute("aria-describedby"));
      const visible = visibleText(item.closest("label") ?? item, described);
      return stripPunctuation(name).includes(stripPunctuation(visible))
        ? []
        : [`named ${name}, shows ${visible}`];
    });
  });
}
