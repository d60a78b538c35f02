import { wechatEndpoints } from "#contract/wechat/endpoints.ts";
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

/** Order to pay, and points to pay it with. */
interface MiniProgramOrder {
  readonly orderId: string;
  readonly points: number;
}

/**
 * Pays an order inside a mini-program's web-view, which has no payment sheet: on the mini-program's page from
 * the settings, which receives a ticket for this order. Rejects with a BridgeError when that page does not open, and
 * with an ApiError when there is no ticket.
 */
export async function payInMiniProgram(
  root: RootStore,
  { orderId, points }: MiniProgramOrder,
): Promise<MiniProgramPaymentResult> {
  if (!isWechat(navigator.userAgent)) return "elsewhere";
  const bridge = await root.get(loadBridge)();
  if (!(await bridge.isMiniProgram(timeoutMs))) return "elsewhere";
  const { mini_program_pay_path: path = "" } = await root.get(settingsStore).load();
  if (path === "") return "unavailable";
  const body = { order_id: orderId, points_payment: points };
  const { ticket } = await root.api.call(wechatEndpoints.miniProgramTicket, { body });
  await bridge.openMiniProgramPage(`${path}?${new URLSearchParams({ order_id: orderId, ticket })}`);
  return "opened";
}
