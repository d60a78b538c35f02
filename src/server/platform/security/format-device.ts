import Bowser from "bowser";

const unknownDevice = "未知设备";
/** No real User-Agent is longer; the rest is not worth parsing. */
const maxUserAgentLength = 512;
const maxDeviceLength = 40;

/** Common names of systems, instead of their official ones. */
const systemNames: Readonly<Record<string, string>> = { macOS: "Mac", "Chrome OS": "Chromebook" };

/** Formats the device of a User-Agent for customers: "微信 · iPhone", "Chrome · Windows". */
export function formatDevice(userAgent: string): string {
  const text = userAgent.slice(0, maxUserAgentLength);
  if (text.trim() === "") return unknownDevice;
  const { browser, os, platform } = Bowser.parse(text);
  const app = /MicroMessenger/i.test(text) ? "微信" : browser.name;
  const isHandheld = platform.model === "iPhone" || platform.model === "iPad";
  const system = isHandheld ? platform.model : os.name && (systemNames[os.name] ?? os.name);
  return [app, system].filter(Boolean).join(" · ").slice(0, maxDeviceLength) || unknownDevice;
}
