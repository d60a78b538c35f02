const durationMs = 420;

/** Animates a dot from a screen point to the cart; does nothing with reduced motion. */
export function flyToCart(from: { x: number; y: number }): void {
  if (window.matchMedia("(prefers-reduced-motion: reduce)").matches) return;
  // After the frame that responds to the tap: measuring and animating must not delay it.
  requestAnimationFrame(() => setTimeout(() => animateDot(from)));
}

function animateDot(from: { x: number; y: number }): void {
  const target = document.querySelector("[data-cart-target]");
  if (target === null || typeof target.animate !== "function") return;
  const box = target.getBoundingClientRect();
  const dx = box.left + box.width / 2 - from.x;
  const dy = box.top + box.height / 2 - from.y;
  const dot = document.createElement("span");
  dot.setAttribute("aria-hidden", "true");
  dot.style.cssText = `position:fixed;z-index:50;left:${from.x - 8}px;top:${from.y - 8}px;width:16px;height:16px;border-radius:50%;background:var(--accent-bright);pointer-events:none`;
  document.body.append(dot);
  const path = [
    { transform: "none" },
    { transform: `translate(${dx * 0.55}px, ${Math.min(-40, dy * 0.1)}px)`, offset: 0.35 },
    { transform: `translate(${dx}px, ${dy}px) scale(0.5)` },
  ];
  const animation = dot.animate(path, { duration: durationMs, easing: "ease-in" });
  animation.onfinish = () => {
    dot.remove();
    target.animate([{ transform: "scale(1.2)" }, { transform: "none" }], { duration: 160 });
  };
  animation.oncancel = () => dot.remove();
}
