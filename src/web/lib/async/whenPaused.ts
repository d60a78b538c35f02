/** Events that show that the page is being used. */
const usageEvents = ["pointerdown", "scroll", "keydown"] as const;

/** Runs work once the page has not been used for so many ms; returns the function that cancels it. */
export function whenPaused(ms: number, work: () => void): () => void {
  const run = () => {
    cancel();
    work();
  };
  let timer = setTimeout(run, ms);
  const startAgain = () => {
    clearTimeout(timer);
    timer = setTimeout(run, ms);
  };
  const options = { capture: true, passive: true };
  const cancel = () => {
    clearTimeout(timer);
    for (const name of usageEvents) window.removeEventListener(name, startAgain, options);
  };
  for (const name of usageEvents) window.addEventListener(name, startAgain, options);
  return cancel;
}
