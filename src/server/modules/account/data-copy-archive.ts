import { Readable } from "node:stream";
import { type ArchiveFile, writeArchive } from "../../platform/archives/writeArchive.ts";
import type { QueryRunner } from "../../platform/database/Database.ts";
import type { FileStorage } from "../../platform/files/FileStorage.ts";
import { type CopiedSection, copiedSections, listPictures } from "./copied-data.repository.ts";

const rowsPerPage = 200;

/** Yields the rows of a section as the text of a JSON array, a page at a time. */
async function* writeJson(queries: QueryRunner, userId: string, section: CopiedSection) {
  let separator = "[\n";
  let last: unknown;
  for (let offset = 0; ; offset += rowsPerPage) {
    const rows = await section.read(queries, userId, { offset, limit: rowsPerPage, last });
    last = rows.at(-1);
    for (const row of rows) {
      yield `${separator}${JSON.stringify(row)}`;
      separator = ",\n";
    }
    if (rows.length < rowsPerPage) break;
  }
  yield separator === "[\n" ? "[]\n" : "\n]\n";
}

async function* listPictureFiles(queries: QueryRunner, files: FileStorage, userId: string) {
  for (let offset = 0; ; offset += rowsPerPage) {
    const pictures = await listPictures(queries, userId, { offset, limit: rowsPerPage });
    for (const { name, path } of pictures) {
      const file = await files.read(path);
      if (file !== null) yield { name, body: file.body };
    }
    if (pictures.length < rowsPerPage) return;
  }
}

function describe(sections: readonly CopiedSection[], madeAt: Date): string {
  const lines = sections.map(({ name, meaning }) => `${name}.json：${meaning}`);
  return [
    "个人信息副本",
    `生成时间：${madeAt.toISOString()}`,
    "",
    ...lines,
    "pictures/：头像和发送过的图片",
    "",
  ].join("\n");
}

/**
 * Streams an archive of everything that is stored about a customer: a JSON file for each kind of data, and the
 * pictures. `others` are the sections of further modules.
 */
export function archiveCustomerData(
  { queries, files }: { queries: QueryRunner; files: FileStorage },
  userId: string,
  { madeAt, others }: { madeAt: Date; others: readonly CopiedSection[] },
): Readable {
  const sections = [...copiedSections, ...others];
  async function* list(): AsyncGenerator<ArchiveFile> {
    yield { name: "README.txt", body: Readable.from([Buffer.from(describe(sections, madeAt))]) };
    for (const section of sections)
      yield {
        name: `${section.name}.json`,
        body: Readable.from(writeJson(queries, userId, section), { objectMode: false }),
      };
    yield* listPictureFiles(queries, files, userId);
  }
  return writeArchive(list());
}
