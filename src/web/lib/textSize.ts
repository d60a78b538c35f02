import { readText, removeItem, storageKeys, writeText } from "./storage/storage.ts";

/** Size in px of the system's body text on iOS at its standard setting. */
const iosStandardPx = 17;
/** Screens stay usable up to this factor. */
const maxScale = 2;

/** Returns whether this device shows the app in elder mode (长辈模式). */
export function isElderMode(): boolean {
  return readText(storageKeys.elderMode) !== null;
}

/** Switches elder mode, and remembers it on this device. */
export function setElderMode(isOn: boolean): void {
  if (isOn) writeText(storageKeys.elderMode, "1");
  else removeItem(storageKeys.elderMode);
  applyTextSize();
}

/**
 * Gives the document the text size that its owner chose: elder mode, and in a browser on iOS the system's text
 * size, which browsers there do not follow by themselves. WeChat and other apps enlarge text on their own.
 */
export function applyTextSize(): void {
  const { documentElement: root } = document;
  root.toggleAttribute("data-elder", isElderMode());
  const { userAgent } = navigator;
  // Only browsers call themselves Safari there, apps do not.
  if (!/iP(hone|ad|od)/.test(userAgent) || !/Safari\//.test(userAgent)) return;
  const sample = document.createElement("i");
  sample.style.font = "-apple-system-body";
  root.append(sample);
  const isKnown = sample.style.font !== "";
  const scale = Number.parseFloat(getComputedStyle(sample).fontSize) / iosStandardPx;
  sample.remove();
  if (isKnown) root.style.setProperty("--text-scale", String(Math.min(scale, maxScale)));
}
