import { createHash, randomBytes } from "node:crypto";
import path from "node:path";
import type { Phone } from "./Phone.ts";
import type { Stage } from "./stage.ts";
import { issueCard, movePointsOf } from "./wallet.ts";

const sizes = [
  { name: "390", width: 390, height: 844 },
  { name: "320", width: 320, height: 568 },
];

/** Takes pictures of the member card, points, invites, withdrawals and the profile; answers what went wrong unseen. */
export async function shootWallet(stage: Stage, folder: string): Promise<string[]> {
  const complaints: string[] = [];
  for (const { name, ...size } of sizes) {
    const id = `shots-wallet-${name}`;
    const token = await customerOf(stage, id, `1391111${name}1`);
    const storage = {
      cookies: [],
      origins: [{ origin: stage.installation.url, localStorage: [{ name: "token", value: token }] }],
    };
    const phone = await stage.phone({ ...size, storage, expected: /Failed to load resource|binding a card/ });
    await walk(stage, phone, id, (what) => path.join(folder, `${name}-wallet-${what}.png`));
    complaints.push(...phone.complaints);
    await phone.close();
  }
  return complaints;
}

async function walk(stage: Stage, phone: Phone, id: string, fileOf: (what: string) => string): Promise<void> {
  const { page } = phone;
  let nth = 0;
  const take = async (what: string) => {
    await phone.rest();
    nth += 1;
    await page.screenshot({ path: fileOf(`${String(nth).padStart(2, "0")}-${what}`) });
  };
  await phone.open("/card");
  await phone.button("绑定").waitFor();
  await take("card-none");
  await page.getByLabel("卡号").fill("6688 0000 1234 5678");
  await page.getByLabel("密码").fill("000000");
  await phone.button("绑定").click();
  await page.getByText("卡号或密码不正确").waitFor();
  await take("card-wrong");
  const { number, pin } = await issueCard(stage, await adminToken(stage), 20_000);
  await page.getByLabel("卡号").fill(number);
  await page.getByLabel("密码").fill(pin);
  await phone.button("绑定").click();
  await page.getByText("开卡储值").waitFor();
  await take("card");
  await phone.open("/points");
  await take("points-none");
  await fill(stage, id);
  await phone.open("/points");
  await take("points");
  await phone.open("/invite");
  await take("invite");
  await phone.button("查看海报").click();
  await take("poster");
  await page.keyboard.press("Escape");
  await phone.button("填写好友的邀请码").click();
  await take("invite-code");
  await phone.open("/withdraw");
  await take("withdraw");
  await phone.button("全部").click();
  await phone.button("下一步").click();
  await take("withdraw-confirm");
  await phone.button("确认提现").click();
  await page.getByText("审核中").waitFor();
  await take("withdraw-asked");
  await phone.open("/profile");
  await take("profile");
  await phone.button("编辑资料").click();
  await take("profile-edit");
}

/** Points of every kind, and friends in every state. */
async function fill(stage: Stage, id: string): Promise<void> {
  await movePointsOf(stage, id, { type: "earn", delta: 88, daysAgo: 60 });
  await movePointsOf(stage, id, { type: "invite", delta: 3_000, daysAgo: 20 });
  await movePointsOf(stage, id, { type: "spend", delta: -500, daysAgo: 6 });
  await movePointsOf(stage, id, { type: "earn", delta: 46, daysAgo: 1, waitDays: 7 });
  for (const [nth, status] of ["registered", "ordered", "rewarded", "revoked"].entries()) {
    const friend = `${id}-friend-${nth}`;
    await stage.rows(
      `insert into users (id, phone, nickname, invite_code, created_at) values ($1, $2, $3, $1, now())`,
      [
        friend,
        `138${createHash("sha256").update(friend).digest("hex").replace(/\D/g, "").slice(0, 8)}`,
        "小满爱吃面",
      ],
    );
    await stage.rows(
      `insert into invites (invitee_id, inviter_id, status, points, bound_at, rewarded_at)
       values ($1, $2, $3, $4, now() - $5 * interval '1 day', $6)`,
      [friend, id, status, status === "rewarded" ? 500 : 0, nth, status === "rewarded" ? new Date() : null],
    );
  }
}

async function customerOf(stage: Stage, id: string, number: string): Promise<string> {
  const code = createHash("sha256").update(id).digest("hex").slice(0, 8).toUpperCase();
  await stage.rows(
    "insert into users (id, phone, nickname, invite_code, created_at) values ($1, $2, '王小明', $3, now())",
    [id, number, code],
  );
  return await tokenOf(stage, id, "customer");
}

async function adminToken(stage: Stage): Promise<string> {
  const [admin] = await stage.rows<{ id: string }>("select id from staff where role = 'admin'");
  return await tokenOf(stage, admin?.id ?? "", "staff");
}

async function tokenOf(stage: Stage, id: string, audience: "customer" | "staff"): Promise<string> {
  const token = randomBytes(32).toString("base64url");
  await stage.rows(
    `insert into tokens (hash, audience, subject_id, created_at, last_used_at, expires_at)
     values ($1, $2, $3, now(), now(), now() + interval '1 day')`,
    [createHash("sha256").update(token).digest("hex"), audience, id],
  );
  return token;
}
