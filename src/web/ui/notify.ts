import { toastDurationMs } from "#contract/constants.ts";
import type { ConfirmOptions } from "./ConfirmDialog.tsx";

const loadToast = () => import("react-vant/es/toast/index.js");
const loadDialog = () => import("./ConfirmDialog.tsx");

/** Shows a short text for two seconds; resolves when it is visible. */
export function toast(text: string): Promise<void> {
  return showToast(text, "info");
}

/** Shows a short text with a tick for two seconds. */
export function success(text: string): void {
  void showToast(text, "success");
}

/**
 * Shows a yes-or-no question; resolves with true if the customer agrees. The question is a modal: Back closes
 * it and means no.
 */
export async function confirm(options: ConfirmOptions): Promise<boolean> {
  let dialogModule: Awaited<ReturnType<typeof loadDialog>>;
  try {
    dialogModule = await loadDialog();
  } catch {
    // Offline the dialog's chunk may be unavailable; the browser's own dialog always works.
    return window.confirm([options.title, options.message].filter(Boolean).join("\n"));
  }
  return dialogModule.openConfirmDialog(options);
}

/** Preloads the code of messages after the first tap, so that they also appear if the network fails later. */
export function preloadNotify(): void {
  // Its styles affect the whole page: they must not come between the tap and its response.
  const load = () => void loadToast().catch(() => undefined);
  window.addEventListener("click", () => setTimeout(load, 500), { once: true });
}

/** Last message, and until when it is visible. */
let lastToast = { message: "", until: 0 };

/** A message that is still visible is not shown again: ten refused requests give one notice. */
async function showToast(message: string, type: "info" | "success"): Promise<void> {
  const now = performance.now();
  if (message === lastToast.message && now < lastToast.until) return;
  lastToast = { message, until: now + toastDurationMs };
  try {
    const { Toast } = await loadToast();
    Toast({
      message,
      type: "info",
      position: "top",
      duration: toastDurationMs,
      ...(type === "success" && { className: "success" }),
    });
  } catch {
    // Offline its code may be unavailable.
    showPlainToast(message);
  }
}

function showPlainToast(message: string): void {
  const element = document.createElement("div");
  element.setAttribute("role", "status");
  element.className = "plain-toast";
  element.textContent = message;
  document.body.append(element);
  setTimeout(() => element.remove(), toastDurationMs);
}
