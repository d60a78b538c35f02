import sharp, { type Sharp } from "sharp";
import { expect, test } from "vitest";
import { measurePicture } from "#contract/staff/catalogue/measurePicture.ts";

const blank = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 4, background: { r: 9, g: 30, b: 30, alpha: 0.5 } } });

test.each<[string, (image: Sharp) => Sharp]>([
  ["JPEG", (image) => image.flatten().jpeg()],
  [
    "progressive JPEG with metadata",
    (image) =>
      image
        .flatten()
        .jpeg({ progressive: true })
        .withExif({ IFD0: { Copyright: "x" } }),
  ],
  ["PNG", (image) => image.png()],
  ["WebP", (image) => image.flatten().webp()],
  ["WebP with transparency", (image) => image.webp()],
  ["WebP without loss", (image) => image.webp({ lossless: true })],
])("the size of a %s is read from its header", async (_kind, encode) => {
  for (const [width, height] of [
    [1, 1],
    [4_097, 3],
    [300, 2_000],
  ] as const) {
    const bytes = await encode(blank(width, height)).toBuffer();
    expect(measurePicture(bytes)).toEqual({ width, height });
    for (const length of [0, 3, 12, 20]) expect(measurePicture(bytes.subarray(0, length))).toBeNull();
  }
});

test("other files have no size", () => {
  for (const text of ["", "GIF89a", "<svg/>", "RIFF....WEBPVP8 ", "\x89PNG\r\n\x1a\n"])
    expect(measurePicture(Buffer.from(text, "latin1"))).toBeNull();
});
