import { createCart, shrimpRice } from "./cart.ts";
import { addAddress, createToken, nearRestaurant } from "./customer.ts";
import type { Device, Engine } from "./Device.ts";
import type { DevicePool } from "./openDevicePool.ts";
import { setClientBehaviour } from "./wechat.ts";

/**
 * Opens the checkout for a customer in WeChat with an address and a cart; without an openid when `isUnknown`.
 */
export async function openWechatCheckout(
  devices: DevicePool,
  engine: Engine,
  { isUnknown: hasNoOpenid = false, container = "browser" } = {},
): Promise<{ handset: Device; userId: string; openid: string }> {
  const { environment } = devices;
  const { handset, openid } = await devices.open(engine);
  await setClientBehaviour(environment, { container });
  const userId = `wechat${Date.now()}${Math.floor(Math.random() * 1e6)}`;
  await environment.queryRows(
    "insert into users (id, nickname, invite_code, phone, openid, created_at) values ($1, '', $1, $2, $3, now())",
    [userId, `137${userId.slice(-8)}`, hasNoOpenid ? null : openid],
  );
  const token = await createToken(environment, userId);
  await addAddress(environment, token, nearRestaurant);
  const storedValues = { token, takeawayCart: JSON.stringify(createCart([shrimpRice])) };
  // A page of this origin that is not the app.
  await handset.open("/__wechat");
  await handset.run(`Object.assign(localStorage, ${JSON.stringify(storedValues)})`);
  await handset.open("/takeaway-menu");
  await handset.press("选好了");
  await handset.waitPath(/^\/order-confirm/);
  return { handset, userId, openid };
}
