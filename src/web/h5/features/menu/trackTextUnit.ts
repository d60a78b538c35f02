const sampleUnits = 64;

/**
 * Calls back with how large text really is, in px for each px of the design: now, and whenever it changes. WeChat
 * enlarges text without telling the page, so a line of text is measured. Sets `--unit` of the menu to it, unless
 * it is 1 already. Returns the cleanup function.
 */
export function trackTextUnit(menu: HTMLElement, onChange: (unitPx: number) => void): () => void {
  const sample = document.createElement("span");
  sample.style.cssText = "position:absolute;visibility:hidden;font-size:4rem;line-height:1";
  sample.setAttribute("aria-hidden", "true");
  sample.textContent = "0";
  menu.append(sample);
  const measure = () => {
    const unitPx = sample.getBoundingClientRect().height / sampleUnits;
    if (unitPx === 0) return;
    if (unitPx !== 1 || menu.style.length > 0) menu.style.setProperty("--unit", `${unitPx}px`);
    onChange(unitPx);
  };
  // Before the list is first scrolled to a place.
  measure();
  const observer = new ResizeObserver(measure);
  observer.observe(sample);
  return () => {
    observer.disconnect();
    sample.remove();
  };
}
