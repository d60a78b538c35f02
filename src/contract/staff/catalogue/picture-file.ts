import { dishImageLimits } from "../../menu/dish-image.ts";
import { measurePicture } from "./measurePicture.ts";

/** Maximum pictures of an archive that is imported, and entries of any kind that are read. */
export const picturesMax = 500;
export const archiveEntriesMax = 5_000;

/** What is known of an entry of an archive before it is unpacked. */
export interface ArchiveEntry {
  /** Path in the archive. */
  name: string;
  isDirectory: boolean;
  isEncrypted: boolean;
  /** Length of the unpacked entry, as the archive says. */
  bytes: number;
}

/** An entry that can be unpacked. */
export interface PackedEntry extends ArchiveEntry {
  /** Returns the unpacked bytes; rejects with EntryTooLongError as soon as there are more than `maxBytes`. */
  unpack(maxBytes: number): Promise<Uint8Array>;
}

/** An entry holds more than the archive says, or than is allowed. */
export class EntryTooLongError extends Error {}

/** An archive of so many entries that it is not read. */
export class TooManyEntriesError extends Error {}

export interface PictureFile<Entry> {
  entry: Entry;
  /** Code of the dish: the file's name without its ending. */
  code: string;
}

export interface PictureProblem {
  file: string;
  problem: string;
}

/** Files that operating systems add: they are no pictures and not reported. */
const ignored = /^(?:__MACOSX\/.*|(?:.*\/)?(?:\.[^/]*|Thumbs\.db|desktop\.ini))$/i;

/**
 * Sorts the entries of an archive into pictures and problems: one picture for each dish code, in any folder. What is
 * packed is not looked at yet, and of too many pictures nothing is.
 */
export function sortEntries<Entry extends ArchiveEntry>(
  entries: readonly Entry[],
): { pictures: PictureFile<Entry>[]; problems: PictureProblem[] } {
  const problems: PictureProblem[] = [];
  const byCode = new Map<string, PictureFile<Entry>>();
  for (const entry of entries) {
    const { name: file } = entry;
    if (entry.isDirectory || ignored.test(file)) continue;
    const code = parseCode(file);
    const problem =
      code === null ? describeName(file) : findEntryProblem(entry, byCode.get(code)?.entry.name);
    if (problem !== null) problems.push({ file, problem });
    else if (code !== null) byCode.set(code, { entry, code });
  }
  if (byCode.size <= picturesMax) return { pictures: Array.from(byCode.values()), problems };
  const tooMany = { file: "", problem: `一次最多 ${picturesMax} 张图片，请分成几份` };
  return { pictures: [], problems: [tooMany, ...problems] };
}

/** Unpacks a picture; returns its bytes, or what is wrong with it. */
export async function unpackPicture(
  entry: PackedEntry,
): Promise<{ bytes: Uint8Array } | { problem: string }> {
  try {
    const bytes = await entry.unpack(dishImageLimits.bytesMax);
    const problem = findContentProblem(bytes);
    return problem === null ? { bytes } : { problem };
  } catch (error) {
    return { problem: error instanceof EntryTooLongError ? tooLong : "文件已损坏，请重新打包" };
  }
}

/** Returns what is wrong with the unpacked bytes of a picture; null if they may be uploaded. */
function findContentProblem(bytes: Uint8Array): string | null {
  const size = measurePicture(bytes);
  if (size === null) return "不是 JPG、PNG 或 WebP 图片，或文件已损坏";
  const { pixelsMax, sideMax } = dishImageLimits;
  if (size.width * size.height > pixelsMax || Math.max(size.width, size.height) > sideMax)
    return `图片太大（${size.width}×${size.height}），最多 5000 万像素，边长最多 ${sideMax}`;
  return null;
}

const tooLong = `文件超过 ${dishImageLimits.bytesMax / 1024 / 1024} MB`;

function parseCode(file: string): string | null {
  if (file.split(/[/\\]/).some((part) => part === "..")) return null;
  const [, code] = /(?:^|[/\\])([\w-]{1,64})\.(?:jpe?g|png|webp)$/i.exec(file) ?? [];
  return code ?? null;
}

function describeName(file: string): string {
  if (/(?:^|[/\\])\.\.(?:[/\\]|$)/.test(file)) return "路径里不能有 ..";
  return /\.(?:jpe?g|png|webp)$/i.test(file)
    ? "文件名要是菜品编号，如 10205.jpg"
    : "不是 .jpg、.png 或 .webp 文件";
}

function findEntryProblem({ isEncrypted, bytes }: ArchiveEntry, other: string | undefined): string | null {
  if (isEncrypted) return "文件加了密码，请去掉密码后重新打包";
  if (bytes === 0) return "文件是空的";
  if (bytes > dishImageLimits.bytesMax) return tooLong;
  return other === undefined ? null : `和 ${other} 是同一个菜品的图片`;
}
