import styles from "./debugNotice.module.css";
import { debugMessages } from "./messages.ts";

/**
 * Shows over every page that the console is open and which data it shows; outside of React, like the console.
 */
export function showDebugNotice(onClose: () => void): void {
  const notice = document.createElement("aside");
  notice.className = styles.notice ?? "";
  const text = document.createElement("span");
  text.textContent = debugMessages.notice;
  const close = document.createElement("button");
  close.type = "button";
  close.className = styles.close ?? "";
  close.textContent = debugMessages.close;
  close.addEventListener("click", onClose);
  notice.append(text, close);
  document.body.append(notice);
}
