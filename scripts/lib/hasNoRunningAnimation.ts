/**
 * Returns whether only endless animations run on the page. Runs in the page, so it must not use anything from
 * this module.
 */
export const hasNoRunningAnimation = () =>
  document
    .getAnimations()
    .every(
      (item) =>
        item.playState !== "running" || item.effect?.getTiming().iterations === Number.POSITIVE_INFINITY,
    );
