/** Whether nothing on the page is animated any more but what never ends. Runs in the page, and uses nothing from here. */
export const hasNoRunningAnimation = () =>
  document
    .getAnimations()
    .every(
      (item) =>
        item.playState !== "running" || item.effect?.getTiming().iterations === Number.POSITIVE_INFINITY,
    );
