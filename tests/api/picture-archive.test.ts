import { mkdtemp, open, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { archiveEntriesMax, sortEntries, unpackPicture } from "#contract/staff/catalogue/picture-file.ts";
import { listEntries } from "#server/platform/archives/listEntries.ts";
import { createPicture, packArchive } from "../support/api/archives.ts";

let folder: string;
let picture: Buffer;

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "shidan-archive-"));
  picture = await createPicture(1);
});

afterAll(async () => {
  await rm(folder, { recursive: true, force: true });
});

/** Reads an archive as an import does: codes of its pictures, and what is wrong by file. */
async function read(bytes: Uint8Array) {
  const file = path.join(folder, "a.zip");
  await writeFile(file, bytes);
  const handle = await open(file);
  try {
    const { pictures, problems } = sortEntries(await listEntries(handle));
    const codes: string[] = [];
    for (const { entry, code } of pictures) {
      const unpacked = await unpackPicture(entry);
      if ("bytes" in unpacked) codes.push(code);
      else problems.push({ file: entry.name, problem: unpacked.problem });
    }
    return {
      codes,
      problems: Object.fromEntries(problems.map(({ file: name, problem }) => [name, problem])),
    };
  } finally {
    await handle.close();
  }
}

describe("an archive of pictures", () => {
  test("is read in any folder and spelling of the ending; files of operating systems are ignored", async () => {
    const files = {
      "a/b/": picture,
      "a/b/10205.JPG": picture,
      "秋季/10402.webp": picture,
      "10401.jpeg": picture,
      "__MACOSX/a/b/._10205.JPG": picture,
      ".DS_Store": picture,
      "a/Thumbs.db": picture,
    };
    expect(await read(await packArchive(files))).toEqual({
      codes: ["10205", "10402", "10401"],
      problems: {},
    });
  });

  test("is told file by file what is wrong", async () => {
    const files = {
      "10205.jpg": picture,
      "x/10205.png": picture,
      "readme.txt": picture,
      "two words.jpg": picture,
      "empty.jpg": Buffer.alloc(0),
      "text.jpg": Buffer.from("no picture"),
      "cut.jpg": picture.subarray(0, 20),
      "large.jpg": Buffer.alloc(20 * 1024 * 1024 + 1),
    };
    expect(await read(await packArchive(files))).toEqual({
      codes: ["10205"],
      problems: {
        "x/10205.png": "和 10205.jpg 是同一个菜品的图片",
        "readme.txt": "不是 .jpg、.png 或 .webp 文件",
        "two words.jpg": "文件名要是菜品编号，如 10205.jpg",
        "empty.jpg": "文件是空的",
        "text.jpg": "不是 JPG、PNG 或 WebP 图片，或文件已损坏",
        "cut.jpg": "不是 JPG、PNG 或 WebP 图片，或文件已损坏",
        "large.jpg": "文件超过 20 MB",
      },
    });
  });

  test("with a password is refused by file, and one with a damaged file too", async () => {
    expect(await read(await packArchive({ "10205.jpg": picture }, "secret"))).toEqual({
      codes: [],
      problems: { "10205.jpg": "文件加了密码，请去掉密码后重新打包" },
    });
    const bytes = await packArchive({ "10205.jpg": picture });
    bytes.fill(7, 60, 90);
    expect(await read(bytes)).toEqual({ codes: [], problems: { "10205.jpg": "文件已损坏，请重新打包" } });
  });

  test("that says a file is short, while it unpacks to more than a picture may have, is stopped", async () => {
    const bytes = await packArchive({ "10205.jpg": Buffer.alloc(30 * 1024 * 1024) });
    expect(bytes.length).toBeLessThan(100_000);
    // Local header and central directory both say 1,000 bytes.
    const real = Buffer.alloc(4);
    real.writeUInt32LE(30 * 1024 * 1024);
    const said = Buffer.alloc(4);
    said.writeUInt32LE(1_000);
    for (let at = bytes.indexOf(real); at >= 0; at = bytes.indexOf(real)) said.copy(bytes, at);
    const { codes, problems } = await read(bytes);
    expect(codes).toEqual([]);
    expect(problems["10205.jpg"]).toMatch(/^文件(超过 20 MB|已损坏，请重新打包)$/);
  });

  test("with names that Windows wrote in GBK shows them", async () => {
    const bytes = await packArchive({ "????/10205.jpg": picture, "????.jpg": picture });
    const gbk = Buffer.from([0xb2, 0xcb, 0xc6, 0xb7]);
    for (let at = bytes.indexOf("????"); at >= 0; at = bytes.indexOf("????")) gbk.copy(bytes, at);
    expect(await read(bytes)).toEqual({
      codes: ["10205"],
      problems: { "菜品.jpg": "文件名要是菜品编号，如 10205.jpg" },
    });
  });

  test("that leads out of its folder is told, and nothing of it is read", async () => {
    const bytes = await packArchive({ "xx/10205.jpg": picture });
    for (let at = bytes.indexOf("xx/"); at >= 0; at = bytes.indexOf("xx/")) bytes.write("../", at);
    expect(await read(bytes)).toEqual({ codes: [], problems: { "../10205.jpg": "路径里不能有 .." } });
  });

  test("of too many files is not read, and no archive is an error", async () => {
    const names = Array.from({ length: archiveEntriesMax + 1 }, (_, n) => [`${n}/`, picture] as const);
    await expect(read(await packArchive(Object.fromEntries(names)))).rejects.toThrow();
    await expect(read(Buffer.from("no archive"))).rejects.toThrow();
  });

  test("of more pictures than one import may have says so", async () => {
    const names = Array.from({ length: 501 }, (_, n) => [`${n}.jpg`, picture] as const);
    const { problems } = await read(await packArchive(Object.fromEntries(names)));
    expect(problems).toEqual({ "": "一次最多 500 张图片，请分成几份" });
  });
});
