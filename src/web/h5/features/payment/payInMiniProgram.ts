import { isWechat } from "#web/bridge/environment.ts";
import { loadBridge } from "../../app/loadBridge.ts";
import type { RootStore } from "../../app/RootStore.ts";
import { settingsStore } from "../../app/SettingsStore.ts";

/**
 * Result of a mini-program payment: not in a mini-program, its own page has opened, or it has no such page.
 */
export type MiniProgramPaymentResult = "elsewhere" | "opened" | "unavailable";

/** Timeout while a tap waits for it (ms). */
const timeoutMs = 1_000;

/**
 * Pays an order inside a mini-program's web-view, which has no payment sheet: on the mini-program's page from
 * the settings. Rejects with a BridgeError when that page does not open.
 */
export async function payInMiniProgram(root: RootStore, orderId: string): Promise<MiniProgramPaymentResult> {
  if (!isWechat(navigator.userAgent)) return "elsewhere";
  const bridge = await root.get(loadBridge)();
  if (!(await bridge.isMiniProgram(timeoutMs))) return "elsewhere";
  const { mini_program_pay_path: path = "" } = await root.get(settingsStore).load();
  if (path === "") return "unavailable";
  await bridge.openMiniProgramPage(`${path}?order_id=${encodeURIComponent(orderId)}`);
  return "opened";
}
