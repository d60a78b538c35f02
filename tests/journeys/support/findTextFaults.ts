/**
 * Runs in a page: lists what larger text broke, in the topmost dialog if one is open. Texts that are cut off, except beginnings of
 * texts that are whole elsewhere (`data-preview`), values that their field cuts off, texts that
 * leave their control or lie over one another, or over a picture; placeholders that their field cuts off; texts at the lower
 * edge of the screen; controls that are covered; and a page wider than its screen.
 * Self-contained, because it is sent to browsers as text.
 */
export function findTextFaults(): string[] {
  const slackPx = 3;
  const faults = new Set<string>();
  const name = (element: Element) =>
    (element.getAttribute("aria-label") ?? element.textContent ?? "").trim().slice(0, 24) ||
    element.className;
  const isShown = (element: Element) =>
    element.checkVisibility({ visibilityProperty: true, opacityProperty: true });
  const dialogs = document.querySelectorAll(
    '[role="dialog"][aria-modal="true"], [role="alertdialog"][aria-modal="true"]:not([inert])',
  );
  const dialog = Array.from(dialogs).findLast((one) => isShown(one)) ?? document.body;
  const isHidden = (value: string) => value === "hidden" || value === "clip";

  const findCut = (box: DOMRect, from: Element): string | null => {
    let isScrolledX = false;
    let isScrolledY = false;
    for (let at: Element | null = from; at !== null && at !== document.body; at = at.parentElement) {
      const style = getComputedStyle(at);
      if (style.display === "inline") continue;
      const frame = at.getBoundingClientRect();
      // Texts for screen readers alone.
      if (frame.width <= 2 || frame.height <= 2) return null;
      const isOutside =
        box.bottom <= frame.top + 1 ||
        box.top >= frame.bottom - 1 ||
        box.right <= frame.left + 1 ||
        box.left >= frame.right - 1;
      const clipsY = isHidden(style.overflowY);
      if (clipsY && !isScrolledY && isOutside) return null;
      if (clipsY && !isScrolledY && (box.bottom > frame.bottom + slackPx || box.top < frame.top - slackPx))
        return "height";
      const clipsX = isHidden(style.overflowX);
      if (
        clipsX &&
        !isScrolledX &&
        !isOutside &&
        (box.right > frame.right + slackPx || box.left < frame.left - slackPx)
      )
        return "width";
      if (/auto|scroll/.test(style.overflowX)) isScrolledX = true;
      if (/auto|scroll/.test(style.overflowY)) isScrolledY = true;
      if (style.animationName !== "none" && style.animationName !== "") isScrolledX = true;
      if (style.position === "fixed") break;
    }
    return null;
  };
  const isFlowing = (element: Element): boolean => {
    for (let at: Element | null = element; at !== null && at !== dialog; at = at.parentElement)
      if (/absolute|fixed|sticky/.test(getComputedStyle(at).position)) return false;
    return true;
  };

  /** Returns what is seen of a text, which ellipses and lists cut off. */
  const findVisible = (box: DOMRect, from: Element) => {
    const seen = { left: box.left, top: box.top, right: box.right, bottom: box.bottom };
    for (let at: Element | null = from; at !== null && at !== document.body; at = at.parentElement) {
      const { display, overflowX, overflowY } = getComputedStyle(at);
      if (display === "inline" || (overflowX === "visible" && overflowY === "visible")) continue;
      const frame = at.getBoundingClientRect();
      seen.left = Math.max(seen.left, frame.left);
      seen.right = Math.min(seen.right, frame.right);
      seen.top = Math.max(seen.top, frame.top);
      seen.bottom = Math.min(seen.bottom, frame.bottom);
    }
    return seen;
  };

  const controls =
    "button, a[href], input, textarea, select, [role=button], [role=radio], [role=switch], [role=tab]";
  const shown: { box: ReturnType<typeof findVisible>; text: string; owner: Element }[] = [];
  const flowing: typeof shown = [];
  const walker = document.createTreeWalker(dialog, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    const owner = node.parentElement;
    const text = node.textContent?.trim() ?? "";
    if (
      owner === null ||
      text === "" ||
      owner.closest("script, style, svg, noscript, [hidden], [id^=__wechat]") !== null
    )
      continue;
    if (!isShown(owner)) continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    for (const box of Array.from(range.getClientRects())) {
      const seen = findVisible(box, owner);
      if (seen.right - seen.left < 2 || seen.bottom - seen.top < 2) continue;
      const cut = findCut(box, owner);
      if (cut !== null && owner.closest("[data-preview]") === null)
        faults.add(`cut in ${cut}: ${text.slice(0, 24)}`);
      const frame = owner.closest(controls)?.getBoundingClientRect();
      if (
        frame !== undefined &&
        frame.height > 2 &&
        (seen.bottom > frame.bottom + slackPx || seen.top < frame.top - slackPx)
      )
        faults.add(`leaves its control: ${text.slice(0, 24)}`);
      shown.push({ box: seen, text, owner });
      if (isFlowing(owner)) flowing.push({ box: seen, text, owner });
    }
  }
  for (const [index, { box, text, owner }] of flowing.entries())
    for (const other of flowing.slice(index + 1)) {
      if (owner.contains(other.owner) || other.owner.contains(owner)) continue;
      const width = Math.min(box.right, other.box.right) - Math.max(box.left, other.box.left);
      const height = Math.min(box.bottom, other.box.bottom) - Math.max(box.top, other.box.top);
      // Lines of neighbours may touch.
      const share = height / Math.min(box.bottom - box.top, other.box.bottom - other.box.top);
      if (width > slackPx && share > 0.35)
        faults.add(`over one another: ${text.slice(0, 16)} / ${other.text.slice(0, 16)}`);
    }

  // A list may scroll beneath a bar, and a picture on it.
  const pictures = Array.from(dialog.querySelectorAll("img, svg, canvas")).filter(
    (one) => isShown(one) && (one.parentElement === null || isFlowing(one.parentElement)),
  );
  for (const picture of pictures)
    for (const { box, text, owner } of flowing) {
      const frame = findVisible(picture.getBoundingClientRect(), picture);
      const width = Math.min(box.right, frame.right) - Math.max(box.left, frame.left);
      const height = Math.min(box.bottom, frame.bottom) - Math.max(box.top, frame.top);
      if (width > slackPx && height > slackPx && !owner.contains(picture))
        faults.add(`over a picture: ${text.slice(0, 24)}`);
    }

  /** Returns how large a text would be in a field's style, on one line or wrapped at a width. */
  const measure = (field: HTMLInputElement | HTMLTextAreaElement, width: number | null) => {
    const { fontFamily, fontSize, fontWeight, letterSpacing, lineHeight } = getComputedStyle(field);
    const copy = document.createElement("div");
    Object.assign(copy.style, { fontFamily, fontSize, fontWeight, letterSpacing, lineHeight });
    Object.assign(copy.style, { position: "absolute", visibility: "hidden" });
    // The computed size is that of the enlarged text already.
    copy.style.setProperty("text-size-adjust", "none", "important");
    Object.assign(copy.style, width === null ? { whiteSpace: "nowrap" } : { width: `${width}px` });
    copy.textContent = field.placeholder;
    document.body.append(copy);
    const size = copy.getBoundingClientRect();
    copy.remove();
    return size;
  };
  for (const field of Array.from(dialog.querySelectorAll("input, textarea"))) {
    if (!(field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement)) continue;
    const isTall =
      isHidden(getComputedStyle(field).overflowY) && field.scrollHeight > field.clientHeight + slackPx;
    if (isShown(field) && (isTall || field.scrollWidth > field.clientWidth + slackPx))
      faults.add(`value cut: ${field.value}`);
    if (field.placeholder === "" || field.value !== "" || !isShown(field)) continue;
    // Drawn as text, which is measured above.
    if (field.nextElementSibling?.textContent === field.placeholder) continue;
    const style = getComputedStyle(field);
    const width =
      field.clientWidth - Number.parseFloat(style.paddingLeft) - Number.parseFloat(style.paddingRight);
    const height =
      field.clientHeight - Number.parseFloat(style.paddingTop) - Number.parseFloat(style.paddingBottom);
    const isCut =
      field instanceof HTMLInputElement
        ? measure(field, null).width >= width
        : measure(field, width).height > height + slackPx;
    if (isCut) faults.add(`placeholder cut: ${field.placeholder}`);
  }

  /** Returns whether a text is part of a bar or sheet at the screen's edge, and does not scroll in it. */
  const isFixed = (element: Element): boolean => {
    for (let at: Element | null = element; at !== null; at = at.parentElement) {
      const { position, overflowY } = getComputedStyle(at);
      if (/auto|scroll/.test(overflowY) && at.scrollHeight > at.clientHeight) return false;
      if (position === "fixed") return true;
    }
    return false;
  };
  for (const { box, text, owner } of shown)
    if (isFixed(owner) && box.bottom > innerHeight - slackPx && box.bottom <= innerHeight + slackPx)
      faults.add(`at the screen's edge: ${text.slice(0, 24)}`);

  const { scrollWidth, clientWidth } = document.documentElement;
  if (scrollWidth > clientWidth) {
    const beyond = Array.from(document.body.querySelectorAll("*")).filter(
      (element) => element.getBoundingClientRect().right > clientWidth + 1 && isShown(element),
    );
    faults.add(
      `${scrollWidth - clientWidth} px too wide: ${beyond
        .slice(0, 3)
        .map((element) => `${element.className} ${name(element)}`)
        .join("; ")}`,
    );
  }

  const isInside = (control: Element) => dialog.contains(control);
  for (const control of Array.from(document.querySelectorAll(controls)).filter(isInside)) {
    const frame = control.getBoundingClientRect();
    if (!isShown(control) || frame.width < 2 || frame.height < 2) continue;
    control.scrollIntoView({ block: "center", inline: "center", behavior: "instant" });
    const { left, top, width, height } = control.getBoundingClientRect();
    const hit = document.elementFromPoint(left + width / 2, top + height / 2);
    const isHit =
      hit !== null &&
      (control.contains(hit) || hit.contains(control) || hit.closest("label")?.contains(control));
    if (!isHit) faults.add(`out of reach: ${name(control)}, beneath ${hit === null ? "nothing" : name(hit)}`);
  }
  for (const element of Array.from(document.querySelectorAll("*"))) {
    if (element.scrollTop > 0) element.scrollTop = 0;
    if (element.scrollLeft > 0) element.scrollLeft = 0;
  }
  return [...faults];
}
