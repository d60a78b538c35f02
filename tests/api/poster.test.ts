import sharp from "sharp";
import { encode } from "uqr";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { inviteEndpoints } from "#contract/invite/endpoints.ts";
import { layoutQrCode } from "#server/modules/invite/poster-template.ts";
import { type Buyer, createBuyer } from "../support/api/buyers.ts";
import { blankImage, listStoredFiles, uploadImage } from "../support/api/forms.ts";
import { startTestApp, type TestApp } from "../support/api/testApp.ts";

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

const rename = (nickname: string) =>
  app.sql("update users set nickname = $2 where id = $1", [buyer.userId, nickname]);
const createPoster = () => buyer.callWithRetry(inviteEndpoints.poster);

async function fetchPoster(url: string) {
  const { statusCode, headers, rawPayload } = await app.server.inject({ url });
  return { statusCode, headers, bytes: rawPayload };
}

/** Returns a lookup of a poster's colours by pixel. */
async function readPixels(url: string) {
  const { bytes } = await fetchPoster(url);
  const { data, info } = await sharp(bytes).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  return (x: number, y: number) => [...data.subarray((y * info.width + x) * 3, (y * info.width + x) * 3 + 3)];
}

const isNear = (colour: number[], [red, green, blue]: number[]) =>
  Math.max(Math.abs(colour[0]! - red!), Math.abs(colour[1]! - green!), Math.abs(colour[2]! - blue!)) < 24;

/** Counts the 3 × 3 patches of the name's line in a solid colour; blurred edges of letters have none. */
async function countNamePixels(url: string, colour: number[]): Promise<number> {
  const at = await readPixels(url);
  const isPatch = (x: number, y: number) =>
    [0, 1, 2].every((right) => [0, 1, 2].every((down) => isNear(at(x + right, y + down), colour)));
  let marks = 0;
  for (let y = 538; y < 604; y++) for (let x = 85; x < 665; x++) if (isPatch(x, y)) marks += 1;
  return marks;
}

const ink = [31, 27, 22];
const lozenge = [185, 174, 161];

describe("a poster", () => {
  test("is an image of its size that every page can show by its address alone", async () => {
    const { status, data } = await createPoster();
    const { invite_url } = await buyer.data(inviteEndpoints.code);
    expect({ status, data }).toEqual({
      status: 200,
      data: {
        url: expect.stringMatching(/^\/api\/v1\/files\/public\/[\w-]{22}$/),
        invite_url,
        width: 750,
        height: 1190,
      },
    });
    const { statusCode, headers, bytes } = await fetchPoster(data.url);
    expect(statusCode).toBe(200);
    expect(headers).toMatchObject({
      "content-type": "image/png",
      "x-content-type-options": "nosniff",
      "cache-control": "public, max-age=31536000, immutable",
      "content-disposition": "inline",
    });
    const { format, width, height } = await sharp(bytes).metadata();
    expect({ format, width, height }).toEqual({ format: "png", width: 750, height: 1190 });
    expect(bytes.length).toBeLessThan(120_000);
  });

  test("carries the link as a QR code of the highest redundancy, every module in place", async () => {
    const { data } = await createPoster();
    const at = await readPixels(data.url);
    const { left, top, unit } = layoutQrCode(data.invite_url);
    const { data: modules, size } = encode(data.invite_url, { ecc: "H", border: 0 });
    expect(unit).toBeGreaterThanOrEqual(6);
    const middle = (n: number) => Math.floor((n + 0.5) * unit);
    const read = modules.map((row, y) => row.map((_, x) => at(left + middle(x), top + middle(y))[0]! < 128));
    expect(read).toEqual(modules);
    const quiet = Array.from({ length: size + 8 }, (_, n) => n - 4).flatMap((n) =>
      [-4, -1, size, size + 3].flatMap((edge) => [
        at(left + middle(n), top + middle(edge)),
        at(left + middle(edge), top + middle(n)),
      ]),
    );
    // The text above and below stays out of its quiet zone, too.
    expect(quiet.filter((colour) => !isNear(colour, [255, 255, 255]))).toEqual([]);
  });

  test.each([
    ["a common name", "小满"],
    ["twenty wide signs", "一二三四五六七八九十一二三四五六七八九十"],
    ["twenty narrow signs", "Christopher Alexande"],
    ["signs of many subsets", "龘靐魑魅魍魉饕餮"],
    ["markup", '<img src="x">&{}'],
    ["a name between emoji", "🐟小👨‍👩‍👧‍👦满🇨🇳👍🏽"],
    ["signs that are also emoji", "★小满♂"],
    ["a name beside the flag of a region", "🏴\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f}满"],
    ["the default name for emoji alone", "😀👨‍👩‍👧‍👦"],
  ])("shows %s", async (_what, name) => {
    await rename(name);
    const { data } = await createPoster();
    expect(await countNamePixels(data.url, ink)).toBeGreaterThan(20);
    expect(await countNamePixels(data.url, lozenge)).toBe(0);
  });

  test.each([
    ["a sign beyond the basic plane", "𪚥"],
    ["writing of elsewhere", "한ไع"],
  ])("shows a lozenge for %s", async (_what, name) => {
    await rename(name);
    const { data } = await createPoster();
    expect(await countNamePixels(data.url, lozenge)).toBeGreaterThan(100);
    expect(await countNamePixels(data.url, ink)).toBe(0);
  });

  test("of an invisible name uses the default name", async () => {
    await rename("\u202e \u200f ");
    const { data } = await createPoster();
    expect(await countNamePixels(data.url, ink)).toBeGreaterThan(20);
  });
});

describe("posters are rendered", () => {
  test("once per name, also for ten concurrent requests", async () => {
    const responses = await Promise.all(Array.from({ length: 10 }, createPoster));
    expect(new Set(responses.map(({ data }) => data.url)).size).toBe(1);
    expect((await createPoster()).data.url).toBe(responses[0]!.data.url);
    await rename("换了名字");
    expect((await createPoster()).data.url).not.toBe(responses[0]!.data.url);
    const files = await app.sql("select kind from files where owner_id = $1", [buyer.userId]);
    expect(files).toEqual([{ kind: "poster" }, { kind: "poster" }]);
  });

  test("at most ten times a day, and yesterday's are deleted", async () => {
    await app.sql(
      "insert into files (id, owner_id, kind, path, mime, bytes, width, height, created_at) select 'old-poster-' || n, $1, 'poster', 'x/' || n, 'image/png', 1, 1, 1, $2 from generate_series(1, 9) n",
      [buyer.userId, app.clock.now()],
    );
    app.clock.advance(60_000);
    const first = await createPoster();
    expect(first.status).toBe(200);
    await rename("再换一个");
    expect(await createPoster()).toMatchObject({ status: 429, error: "rate_limited" });
    app.clock.advance(dayMs);
    const second = await createPoster();
    expect(second.status).toBe(200);
    const left = await app.sql<{ id: string }>("select id from files where owner_id = $1", [buyer.userId]);
    expect(left.map(({ id }) => `/api/v1/files/public/${id}`)).toEqual([second.data.url]);
    expect((await fetchPoster(first.data.url)).statusCode).toBe(404);
    const name = (url: string) => url.split("/").at(-1)!;
    const storedFiles = await listStoredFiles(app);
    expect(storedFiles.filter((file) => file.includes(name(first.data.url)))).toEqual([]);
    expect(storedFiles.filter((file) => file.endsWith(`${name(second.data.url)}.png`))).toHaveLength(1);
  });
});

test("the public path serves no customer's chat image, and nothing else", async () => {
  const { data } = await uploadImage(app, buyer.token, await blankImage(8, 8).png().toBuffer());
  for (const id of [data.id, "nothing", "..%2f..%2fetc%2fpasswd", "%00"])
    expect((await fetchPoster(`/api/v1/files/public/${id}`)).statusCode).toBe(404);
});
