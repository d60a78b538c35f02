import sharp from "sharp";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { userEndpoints as endpoints } from "#contract/user/endpoints.ts";
import { bindPhone, createPhoneCustomer, getProfile } from "../support/api/accountMerge.ts";
import { type Buyer, createBuyer } from "../support/api/buyers.ts";
import {
  blankImage,
  countStoredFiles,
  encodeMultipart,
  type UploadResult,
  uploadForm,
  uploadImage,
} from "../support/api/forms.ts";
import { createStaffToken } from "../support/api/namedEndpoints.ts";
import { startTestApp, type TestApp } from "../support/api/testApp.ts";
import { loginWechatCustomer } from "../support/api/wechat.ts";

const dayMs = 86_400_000;
let app: TestApp;
let buyer: Buyer;

beforeAll(async () => {
  app = await startTestApp();
});

beforeEach(async () => {
  buyer = await createBuyer(app);
});

afterEach(() => app.clock.reset());

afterAll(async () => {
  await app.close();
});

function uploadAvatar(bytes: Buffer | string, token: string | null = buyer.token): Promise<UploadResult> {
  return uploadForm(
    app,
    token,
    encodeMultipart([{ filename: "me.jpg", bytes }]),
    undefined,
    endpoints.uploadAvatar.path,
  );
}

async function uploadValidAvatar(token = buyer.token): Promise<UploadResult["data"]> {
  return (await uploadAvatar(await blankImage(40, 40).jpeg().toBuffer(), token)).data;
}

const setAvatar = (avatar: unknown) => buyer.call(endpoints.updateInfo, { body: { avatar } });
const fetchFile = (url: string) => app.server.inject({ url });

describe("a profile picture", () => {
  test("is stored as a small square, whatever the upload, and served by its address alone", async () => {
    const { status, data } = await uploadAvatar(await blankImage(900, 300).png().toBuffer());
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

  test("is cropped from the middle and has lost its metadata", async () => {
    const [left, middle, right] = await Promise.all(
      [0, 255, 0].map((red) => blankImage(100, 100, red).png().toBuffer()),
    );
    const wide = await blankImage(300, 100)
      .composite([
        { input: left!, left: 0, top: 0 },
        { input: middle!, left: 100, top: 0 },
        { input: right!, left: 200, top: 0 },
      ])
      .withExif({ IFD0: { Copyright: "canary-owner" } })
      .jpeg()
      .toBuffer();
    const { data } = await uploadAvatar(wide);
    const { rawPayload } = await fetchFile(data.url);
    expect(rawPayload.includes("canary-owner")).toBe(false);
    const { channels } = await sharp(rawPayload).stats();
    expect(channels[0]!.mean).toBeGreaterThan(230);
  });

  test("is on the profile once it is chosen, until it is replaced", async () => {
    const first = await uploadValidAvatar();
    expect((await buyer.data(endpoints.info)).avatar).toBeNull();
    expect((await setAvatar(first.id)).data.avatar).toBe(first.url);
    const second = await uploadValidAvatar();
    const { data } = await buyer.call(endpoints.updateInfo, {
      body: { avatar: second.id, nickname: "新名字" },
    });
    expect(data).toMatchObject({ avatar: second.url, nickname: "新名字" });
    expect((await buyer.data(endpoints.info)).avatar).toBe(second.url);
  });

  test("cannot be another customer's, a chat image, or an unknown one", async () => {
    const other = await createBuyer(app);
    const theirs = await uploadValidAvatar(other.token);
    const letter = await uploadImage(app, buyer.token, await blankImage(8, 8).png().toBuffer());
    for (const id of [theirs.id, letter.data.id, "nothing"])
      expect(await setAvatar(id)).toMatchObject({ status: 404, error: "not_found" });
    for (const id of ["", "../../etc/passwd", "https://evil.example/me.png", 7, {}])
      expect((await setAvatar(id)).status).toBe(400);
    expect((await buyer.data(endpoints.info)).avatar).toBeNull();
  });

  test("can be sent back as it was received, by address or by id", async () => {
    const { id, url } = await uploadValidAvatar();
    for (const avatar of [id, url, `${app.config.publicUrl}${url}`]) {
      expect((await setAvatar(avatar)).data.avatar).toBe(url);
      const { avatar: given } = await buyer.data(endpoints.info);
      expect((await setAvatar(given)).data.avatar).toBe(url);
    }
  });

  test("can be removed, and an absent one can be sent back as absent", async () => {
    await setAvatar((await uploadValidAvatar()).id);
    expect((await setAvatar(null)).data.avatar).toBeNull();
    const { avatar } = await buyer.data(endpoints.info);
    expect((await setAvatar(avatar)).data.avatar).toBeNull();
  });

  test("that came from WeChat can be sent back, but not a similar address", async () => {
    const theirs = "https://thirdwx.qlogo.cn/mmopen/vi_32/abc/132";
    await app.sql("update users set avatar = $2 where id = $1", [buyer.userId, theirs]);
    expect((await setAvatar(theirs)).data.avatar).toBe(theirs);
    expect(await setAvatar(`${theirs}0`)).toMatchObject({ status: 400, msg: "请使用自己上传的头像" });
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
  ])("at a foreign address is refused, and nothing is changed: %s", async (corrupt) => {
    const { url } = await uploadValidAvatar();
    expect(await setAvatar(corrupt(url))).toMatchObject({ status: 400, data: { field: "avatar" } });
    expect((await buyer.data(endpoints.info)).avatar).toBeNull();
  });

  test.each([
    ["an SVG", "<svg xmlns='http://www.w3.org/2000/svg'/>", 415],
    ["a page", "<html><script>alert(1)</script></html>", 415],
    ["a JPEG that breaks off", Buffer.from([0xff, 0xd8, 0xff, 0xe0, 1, 2, 3]), 415],
    ["more than five megabytes", Buffer.alloc(5 * 1024 * 1024 + 1, 0xff), 413],
  ])("is not %s", async (_what, bytes, status) => {
    const before = await countStoredFiles(app);
    expect((await uploadAvatar(bytes)).status).toBe(status);
    expect(await countStoredFiles(app)).toEqual(before);
  });

  test("is for customers", async () => {
    const bytes = await blankImage(8, 8).png().toBuffer();
    for (const token of [null, "x".repeat(43), await createStaffToken(app)])
      expect((await uploadAvatar(bytes, token)).status).toBe(401);
  });

  test("can be changed twenty times a day, and unused old ones are deleted", async () => {
    await app.sql(
      "insert into files (id, owner_id, kind, path, mime, bytes, width, height, created_at) select $1 || n, $1, 'avatar', $1 || n, 'image/webp', 1, 1, 1, $2 from generate_series(1, 18) n",
      [buyer.userId, app.clock.now()],
    );
    app.clock.advance(60_000);
    const used = await uploadValidAvatar();
    await setAvatar(used.id);
    const bytes = await blankImage(8, 8).jpeg().toBuffer();
    expect((await uploadAvatar(bytes)).status).toBe(200);
    expect((await uploadAvatar(bytes)).status).toBe(429);
    app.clock.advance(2 * dayMs);
    const last = await uploadValidAvatar();
    const left = await app.sql<{ id: string }>(
      "select id from files where owner_id = $1 order by created_at",
      [buyer.userId],
    );
    expect(left.map(({ id }) => id)).toEqual([used.id, last.id]);
    expect((await fetchFile(used.url)).statusCode).toBe(200);
  });
});

test("a merged account brings its picture along", async () => {
  const old = await createPhoneCustomer(app);
  const fresh = await loginWechatCustomer(app);
  const { id, url } = await uploadValidAvatar(fresh.token);
  await fresh.data(endpoints.updateInfo, { body: { avatar: id } });
  expect((await bindPhone(app, fresh, old.phone)).status).toBe(200);
  expect((await getProfile(old)).avatar).toBe(url);
  expect((await old.data(endpoints.updateInfo, { body: { avatar: id } })).avatar).toBe(url);
});
