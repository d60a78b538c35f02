import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createPhoneNumber } from "../../scripts/lib/Phone.ts";
import { createToken } from "./support/customer.ts";
import { type Device, engines } from "./support/Device.ts";
import { type DevicePool, openDevicePool } from "./support/openDevicePool.ts";

let devices: DevicePool;
let serial = 0;

beforeAll(async () => {
  devices = await openDevicePool();
});

afterAll(async () => {
  await devices.close();
});

/** Inserts a customer with an invite code in the server's format. */
async function insertCustomer(): Promise<{ id: string; code: string }> {
  serial += 1;
  const id = `linked${process.pid}-${serial}`;
  const code = `LNKD${2_222 + serial}`;
  await devices.environment.queryRows(
    "insert into users (id, phone, nickname, invite_code, created_at) values ($1, $2, '', $3, now())",
    [id, createPhoneNumber(), code],
  );
  return { id, code };
}

async function login(device: Device, userId: string): Promise<void> {
  const token = await createToken(devices.environment, userId);
  // A page of this origin that is not the app.
  await device.open("/__wechat");
  await device.run(`localStorage.setItem("token", ${JSON.stringify(token)})`);
}

const findInviterId = async (id: string) =>
  (
    await devices.environment.queryRows<{ inviter_id: string }>(
      "select inviter_id from invites where invitee_id = $1",
      [id],
    )
  )[0]?.inviter_id;

describe.each(engines)("in %s", (engine) => {
  test("a friend's link binds a logged-in customer, the next one does not, and both show a message", async () => {
    const [guest, friend, other] = [await insertCustomer(), await insertCustomer(), await insertCustomer()];
    const { handset: device } = await devices.open(engine);
    await login(device, guest.id);
    await device.open(`/?invite_code=${friend.code}`);
    await device.waitText("已绑定好友的邀请");
    expect(await findInviterId(guest.id)).toBe(friend.id);
    await device.open(`/takeaway?invite_code=${other.code}`);
    await device.waitText("您已绑定过其他好友的邀请，不能更改");
    expect(await findInviterId(guest.id)).toBe(friend.id);
  });

  test("a customer's own link, and an unknown one, show their own messages", async () => {
    const guest = await insertCustomer();
    const { handset: device } = await devices.open(engine);
    await login(device, guest.id);
    await device.open(`/?invite_code=${guest.code}`);
    await device.waitText("这是您自己的邀请链接");
    await device.open("/?invite_code=ZZZZ9999");
    await device.waitText("这个邀请链接已失效");
    expect(await findInviterId(guest.id)).toBeUndefined();
  });
});
