/** Whether nothing on the page is animated any more but what never ends. Runs in the page, and uses nothing from here. */
export const isStill = () =>
  document
    .getAnimations()
    .every(
      (one) => one.playState !== "running" || one.effect?.getTiming().iterations === Number.POSITIVE_INFINITY,
    );
