import sharp from "sharp";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { userEndpoints as calls } from "#contract/user/endpoints.ts";
import { type Buyer, newBuyer } from "../support/api/buyers.ts";
import { newStaffToken } from "../support/api/calls.ts";
import { blank, formOf, keptAmounts, type SentForm, sendForm, sendPicture } from "../support/api/forms.ts";
import { bindPhone, infoOf, phoneCustomer } from "../support/api/merging.ts";
import { startTestApp, type TestApp } from "../support/api/testApp.ts";
import { newWechatCustomer } from "../support/api/wechat.ts";

const dayMs = 86_400_000;
let app: TestApp;
let buyer: Buyer;

beforeAll(async () => {
  app = await startTestApp();
});

beforeEach(async () => {
  buyer = await newBuyer(app);
});

afterEach(() => app.clock.reset());

afterAll(async () => {
  await app.close();
});

function upload(bytes: Buffer | string, token: string | null = buyer.token): Promise<SentForm> {
  return sendForm(app, token, formOf([{ filename: "me.jpg", bytes }]), undefined, calls.uploadAvatar.path);
}

async function uploaded(token = buyer.token): Promise<SentForm["data"]> {
  return (await upload(await blank(40, 40).jpeg().toBuffer(), token)).data;
}

const choose = (avatar: unknown) => buyer.call(calls.updateInfo, { body: { avatar } });
const fetchFile = (url: string) => app.server.inject({ url });

describe("a picture for the profile", () => {
  test("is kept as a small square, whatever comes, and shown by its address alone", async () => {
    const { status, data } = await upload(await blank(900, 300).png().toBuffer());
    expect({ status, data }).toEqual({
      status: 200,
      data: {
        id: expect.stringMatching(/^[\w-]{22}$/),
        url: `/api/v1/files/public/${data.id}`,
      },
    });
    const { statusCode, headers, rawPayload } = await fetchFile(data.url);
    expect(statusCode).toBe(200);
    expect(headers).toMatchObject({
      "content-type": "image/webp",
      "x-content-type-options": "nosniff",
      "cache-control": "public, max-age=31536000, immutable",
    });
    const { format, width, height } = await sharp(rawPayload).metadata();
    expect({ format, width, height }).toEqual({ format: "webp", width: 256, height: 256 });
  });

  test("is cut out of the middle and has lost its metadata", async () => {
    const [left, middle, right] = await Promise.all(
      [0, 255, 0].map((red) => blank(100, 100, red).png().toBuffer()),
    );
    const wide = await blank(300, 100)
      .composite([
        { input: left!, left: 0, top: 0 },
        { input: middle!, left: 100, top: 0 },
        { input: right!, left: 200, top: 0 },
      ])
      .withExif({ IFD0: { Copyright: "canary-owner" } })
      .jpeg()
      .toBuffer();
    const { data } = await upload(wide);
    const { rawPayload } = await fetchFile(data.url);
    expect(rawPayload.includes("canary-owner")).toBe(false);
    const { channels } = await sharp(rawPayload).stats();
    expect(channels[0]!.mean).toBeGreaterThan(230);
  });

  test("is on the profile once it is chosen, until another is", async () => {
    const first = await uploaded();
    expect((await buyer.data(calls.info)).avatar).toBeNull();
    expect((await choose(first.id)).data.avatar).toBe(first.url);
    const second = await uploaded();
    const { data } = await buyer.call(calls.updateInfo, { body: { avatar: second.id, nickname: "新名字" } });
    expect(data).toMatchObject({ avatar: second.url, nickname: "新名字" });
    expect((await buyer.data(calls.info)).avatar).toBe(second.url);
  });

  test("cannot be somebody else's, one for a conversation, or none at all", async () => {
    const other = await newBuyer(app);
    const theirs = await uploaded(other.token);
    const letter = await sendPicture(app, buyer.token, await blank(8, 8).png().toBuffer());
    for (const id of [theirs.id, letter.data.id, "nothing"])
      expect(await choose(id)).toMatchObject({ status: 404, error: "not_found" });
    for (const id of ["", "../../etc/passwd", "https://evil.example/me.png", 7, {}])
      expect((await choose(id)).status).toBe(400);
    expect((await buyer.data(calls.info)).avatar).toBeNull();
  });

  test("can be sent back as it was given, by its address or by its id", async () => {
    const { id, url } = await uploaded();
    for (const avatar of [id, url, `${app.config.publicUrl}${url}`]) {
      expect((await choose(avatar)).data.avatar).toBe(url);
      const { avatar: given } = await buyer.data(calls.info);
      expect((await choose(given)).data.avatar).toBe(url);
    }
  });

  test("can be removed, and none is sent back as none", async () => {
    await choose((await uploaded()).id);
    expect((await choose(null)).data.avatar).toBeNull();
    const { avatar } = await buyer.data(calls.info);
    expect((await choose(avatar)).data.avatar).toBeNull();
  });

  test("that came from WeChat can be sent back, but none like it", async () => {
    const theirs = "https://thirdwx.qlogo.cn/mmopen/vi_32/abc/132";
    await app.sql("update users set avatar = $2 where id = $1", [buyer.userId, theirs]);
    expect((await choose(theirs)).data.avatar).toBe(theirs);
    expect(await choose(`${theirs}0`)).toMatchObject({ status: 400, msg: "请使用自己上传的头像" });
  });

  test.each([
    (url: string) => `https://evil.example${url}`,
    (url: string) => `//evil.example${url}`,
    (url: string) => `${app.config.publicUrl}.evil.example${url}`,
    (url: string) => `${app.config.publicUrl}@evil.example${url}`,
    (url: string) => `${url}/../x`,
    (url: string) => `${url}?x=1`,
    (url: string) => url.replace("/public", ""),
    () => "javascript:alert(1)",
    () => `data:image/png;base64,${"A".repeat(40)}`,
  ])("at a foreign address is refused, and nothing is changed: %s", async (spoil) => {
    const { url } = await uploaded();
    expect(await choose(spoil(url))).toMatchObject({ status: 400, data: { field: "avatar" } });
    expect((await buyer.data(calls.info)).avatar).toBeNull();
  });

  test.each([
    ["an SVG", "<svg xmlns='http://www.w3.org/2000/svg'/>", 415],
    ["a page", "<html><script>alert(1)</script></html>", 415],
    ["a JPEG that breaks off", Buffer.from([0xff, 0xd8, 0xff, 0xe0, 1, 2, 3]), 415],
    ["more than five megabytes", Buffer.alloc(5 * 1024 * 1024 + 1, 0xff), 413],
  ])("is not %s", async (_what, bytes, status) => {
    const before = await keptAmounts(app);
    expect((await upload(bytes)).status).toBe(status);
    expect(await keptAmounts(app)).toEqual(before);
  });

  test("is for customers", async () => {
    const bytes = await blank(8, 8).png().toBuffer();
    for (const token of [null, "x".repeat(43), await newStaffToken(app)])
      expect((await upload(bytes, token)).status).toBe(401);
  });

  test("can be changed twenty times a day, and old ones go away but for the one in use", async () => {
    await app.sql(
      "insert into files (id, owner_id, kind, path, mime, bytes, width, height, created_at) select $1 || n, $1, 'avatar', $1 || n, 'image/webp', 1, 1, 1, $2 from generate_series(1, 18) n",
      [buyer.userId, app.clock.now()],
    );
    app.clock.pass(60_000);
    const used = await uploaded();
    await choose(used.id);
    const bytes = await blank(8, 8).jpeg().toBuffer();
    expect((await upload(bytes)).status).toBe(200);
    expect((await upload(bytes)).status).toBe(429);
    app.clock.pass(2 * dayMs);
    const last = await uploaded();
    const left = await app.sql<{ id: string }>(
      "select id from files where owner_id = $1 order by created_at",
      [buyer.userId],
    );
    expect(left.map(({ id }) => id)).toEqual([used.id, last.id]);
    expect((await fetchFile(used.url)).statusCode).toBe(200);
  });
});

test("an account that becomes part of another brings its picture along", async () => {
  const old = await phoneCustomer(app);
  const fresh = await newWechatCustomer(app);
  const { id, url } = await uploaded(fresh.token);
  await fresh.data(calls.updateInfo, { body: { avatar: id } });
  expect((await bindPhone(app, fresh, old.phone)).status).toBe(200);
  expect((await infoOf(old)).avatar).toBe(url);
  expect((await old.data(calls.updateInfo, { body: { avatar: id } })).avatar).toBe(url);
});
