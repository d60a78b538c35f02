import { toastDurationMs } from "#contract/constants.ts";
import type { Question } from "./ui/ConfirmDialog.tsx";

// Its variables only: the rest of its base styles would change our inputs and focus rings.
const loadBase = () => import("react-vant/es/styles/css-variables.css");
const loadToast = async () => {
  const [parts] = await Promise.all([import("react-vant/es/toast/index.js"), loadBase()]);
  return parts;
};
const loadDialog = async () => {
  const [parts] = await Promise.all([import("./ui/ConfirmDialog.tsx"), loadBase()]);
  return parts;
};

/** Shows a short text for two seconds; resolves when it can be read. */
export function toast(text: string): Promise<void> {
  return show(text, "info");
}

/** Shows a short text with a tick for two seconds. */
export function success(text: string): void {
  void show(text, "success");
}

/** Asks a yes-or-no question; true when the customer agrees. The question is a layer: Back takes it away and means no. */
export async function confirm(question: Question): Promise<boolean> {
  let door: Awaited<ReturnType<typeof loadDialog>>;
  try {
    door = await loadDialog();
  } catch {
    // Without the network the dialog's chunk may be out of reach; the browser's own question always works.
    return window.confirm([question.title, question.message].filter(Boolean).join("\n"));
  }
  return door.openConfirmDialog(question);
}

/** Fetches what messages need after the first tap, so that they also appear when the network goes away later. */
export function warmNotify(): void {
  // Its styles concern the whole page: they must not come between the tap and its answer.
  const load = () => void loadToast().catch(() => undefined);
  window.addEventListener("click", () => setTimeout(load, 500), { once: true });
}

/** What was said last, and until when it can be read. */
let said = { message: "", until: 0 };

/** A sentence that can still be read is not said again: ten refused calls give one notice. */
async function show(message: string, type: "info" | "success"): Promise<void> {
  const now = performance.now();
  if (message === said.message && now < said.until) return;
  said = { message, until: now + toastDurationMs };
  try {
    const { Toast } = await loadToast();
    Toast({ message, type, duration: toastDurationMs });
  } catch {
    // Without the network its code may be out of reach.
    showPlain(message);
  }
}

function showPlain(message: string): void {
  const line = document.createElement("div");
  line.setAttribute("role", "status");
  line.className = "plain-toast";
  line.textContent = message;
  document.body.append(line);
  setTimeout(() => line.remove(), toastDurationMs);
}
