import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { newNumber } from "../../scripts/lib/Phone.ts";
import { newToken } from "./support/customer.ts";
import { engines, type Handset } from "./support/Handset.ts";
import { type Handsets, openHandsets } from "./support/openHandsets.ts";

let handsets: Handsets;
let serial = 0;

beforeAll(async () => {
  handsets = await openHandsets();
});

afterAll(async () => {
  await handsets.close();
});

/** A customer with a code as the server makes them. */
async function newCustomer(): Promise<{ id: string; code: string }> {
  serial += 1;
  const id = `linked${process.pid}-${serial}`;
  const code = `LNKD${2_222 + serial}`;
  await handsets.stage.rows(
    "insert into users (id, phone, nickname, invite_code, created_at) values ($1, $2, '', $3, now())",
    [id, newNumber(), code],
  );
  return { id, code };
}

async function logIn(handset: Handset, userId: string): Promise<void> {
  const token = await newToken(handsets.stage, userId);
  // A page of this origin that is not the app.
  await handset.open("/__wechat");
  await handset.run(`localStorage.setItem("token", ${JSON.stringify(token)})`);
}

const inviterOf = async (id: string) =>
  (
    await handsets.stage.rows<{ inviter_id: string }>(
      "select inviter_id from invites where invitee_id = $1",
      [id],
    )
  )[0]?.inviter_id;

describe.each(engines)("in %s", (engine) => {
  test("a friend's link binds a customer who is logged in, the next one does not, and both are said", async () => {
    const [guest, friend, other] = [await newCustomer(), await newCustomer(), await newCustomer()];
    const { handset } = await handsets.open(engine);
    await logIn(handset, guest.id);
    await handset.open(`/?invite_code=${friend.code}`);
    await handset.waitText("已绑定好友的邀请");
    expect(await inviterOf(guest.id)).toBe(friend.id);
    await handset.open(`/takeaway?invite_code=${other.code}`);
    await handset.waitText("您已绑定过其他好友的邀请，不能更改");
    expect(await inviterOf(guest.id)).toBe(friend.id);
  });

  test("a customer's own link, and one that leads nowhere, are named as what they are", async () => {
    const guest = await newCustomer();
    const { handset } = await handsets.open(engine);
    await logIn(handset, guest.id);
    await handset.open(`/?invite_code=${guest.code}`);
    await handset.waitText("这是您自己的邀请链接");
    await handset.open("/?invite_code=ZZZZ9999");
    await handset.waitText("这个邀请链接已失效");
    expect(await inviterOf(guest.id)).toBeUndefined();
  });
});
