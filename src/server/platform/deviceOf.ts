import Bowser from "bowser";

const unknown = "未知设备";
/** No browser's name is longer; what is longer is not worth reading. */
const longest = 512;
const shown = 40;

/** What people call a system whose own name they may not know. */
const systems: Readonly<Record<string, string>> = { macOS: "Mac", "Chrome OS": "Chromebook" };

/** What kind of device a User-Agent speaks of, in words for customers: "微信 · iPhone", "Chrome · Windows". */
export function deviceOf(userAgent: string): string {
  const text = userAgent.slice(0, longest);
  if (text.trim() === "") return unknown;
  const { browser, os, platform } = Bowser.parse(text);
  const app = /MicroMessenger/i.test(text) ? "微信" : browser.name;
  const isHandheld = platform.model === "iPhone" || platform.model === "iPad";
  const system = isHandheld ? platform.model : os.name && (systems[os.name] ?? os.name);
  return [app, system].filter(Boolean).join(" · ").slice(0, shown) || unknown;
}
