import { cartOf, shrimpRice } from "./cart.ts";
import { addAddress, nearStore, newToken } from "./customer.ts";
import type { Engine, Handset } from "./Handset.ts";
import type { Handsets } from "./openHandsets.ts";
import { behaveAs } from "./wechat.ts";

/** A customer in WeChat with an address and a cart, in front of the order form; without an openid when `isUnknown`. */
export async function openForm(
  handsets: Handsets,
  engine: Engine,
  { isUnknown = false, container = "browser" } = {},
): Promise<{ handset: Handset; userId: string; openid: string }> {
  const { stage } = handsets;
  const { handset, openid } = await handsets.open(engine);
  await behaveAs(stage, { container });
  const userId = `wechat${Date.now()}${Math.floor(Math.random() * 1e6)}`;
  await stage.rows(
    "insert into users (id, nickname, invite_code, phone, openid, created_at) values ($1, '', $1, $2, $3, now())",
    [userId, `137${userId.slice(-8)}`, isUnknown ? null : openid],
  );
  const token = await newToken(stage, userId);
  await addAddress(stage, token, nearStore);
  const kept = { token, takeawayCart: JSON.stringify(cartOf([shrimpRice])) };
  // A page of this origin that is not the app.
  await handset.open("/__wechat");
  await handset.run(`Object.assign(localStorage, ${JSON.stringify(kept)})`);
  await handset.open("/takeaway-menu");
  await handset.press("选好了");
  await handset.waitPath(/^\/order-confirm/);
  return { handset, userId, openid };
}
