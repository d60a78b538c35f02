import Bowser from "bowser";

const unknownDevice = "未知设备";
/** No browser's name is longer; what is longer is not worth reading. */
const maxUserAgentLength = 512;
const maxDeviceLength = 40;

/** What people call a system whose own name they may not know. */
const systemNames: Readonly<Record<string, string>> = { macOS: "Mac", "Chrome OS": "Chromebook" };

/** What kind of device a User-Agent speaks of, in words for customers: "微信 · iPhone", "Chrome · Windows". */
export function formatDevice(userAgent: string): string {
  const text = userAgent.slice(0, maxUserAgentLength);
  if (text.trim() === "") return unknownDevice;
  const { browser, os, platform } = Bowser.parse(text);
  const app = /MicroMessenger/i.test(text) ? "微信" : browser.name;
  const isHandheld = platform.model === "iPhone" || platform.model === "iPad";
  const system = isHandheld ? platform.model : os.name && (systemNames[os.name] ?? os.name);
  return [app, system].filter(Boolean).join(" · ").slice(0, maxDeviceLength) || unknownDevice;
}
