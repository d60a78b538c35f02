import { createHash } from "node:crypto";
import { createWriteStream } from "node:fs";
import { type FileHandle, open, rm } from "node:fs/promises";
import { pipeline } from "node:stream/promises";
import {
  type PackedEntry,
  type PictureFile,
  type PictureProblem,
  sortEntries,
  TooManyEntriesError,
  unpackPicture,
} from "#contract/staff/catalogue/picture-file.ts";
import type { Config } from "../config.ts";
import { createFileStorage } from "../create-deps.ts";
import { PictureExportService } from "../modules/catalogue/picture-export.service.ts";
import { PictureImportService } from "../modules/catalogue/picture-import.service.ts";
import { SizedImageService } from "../modules/file/sized-image.service.ts";
import { MenuDraftService } from "../modules/menu/menu-draft.service.ts";
import { listEntries } from "../platform/archives/listEntries.ts";
import { writeArchive } from "../platform/archives/writeArchive.ts";
import { CliError } from "../platform/CliError.ts";
import { AppError } from "../platform/http/AppError.ts";
import { ImageProcessor } from "../platform/images/ImageProcessor.ts";
import type { CliContext } from "./CliContext.ts";

/** Settings of the storage of pictures. */
export type PictureConfig = Pick<Config, "s3" | "filesDir">;

type Picture = PictureFile<PackedEntry> & { digest: string };

const progressPictures = 50;
const maxPrintedProblems = 50;

/** Exports, checks and imports the pictures of dishes as a ZIP archive, whose files are named by the dishes' codes. */
export class PictureCommand {
  readonly #context: CliContext;
  readonly #images: SizedImageService;
  readonly #imageProcessor = new ImageProcessor();
  readonly #import: PictureImportService;
  readonly #files;

  constructor(context: CliContext, config: PictureConfig) {
    this.#context = context;
    this.#files = createFileStorage(config);
    const log = { warn: (_detail: unknown, text?: string) => context.print(String(text ?? _detail)) };
    this.#images = new SizedImageService(
      { ...context, files: this.#files, log },
      this.#imageProcessor,
      "dish",
    );
    this.#import = new PictureImportService(context, this.#images, new MenuDraftService(context));
  }

  /** Writes the uploaded pictures of all dishes. Throws CliError if there are none. */
  async export(file: string): Promise<void> {
    const service = new PictureExportService(this.#context, this.#images);
    const pictures = await service.list();
    if (pictures.length === 0) throw new CliError("No dish has an uploaded picture.");
    try {
      await pipeline(writeArchive(service.open(pictures)), createWriteStream(file));
    } catch (error) {
      await rm(file, { force: true });
      throw error;
    }
    this.#context.print(`${file}: ${pictures.length} pictures.`);
  }

  /** Says which dishes would get new pictures. Throws CliError with all that is wrong. */
  async check(file: string): Promise<void> {
    await this.#withPictures(file, async (pictures) => {
      const states = await this.#import.check(pictures.map(({ code, digest }) => ({ code, digest })));
      const added = states.filter(({ state }) => state === "new");
      for (const { code, name } of added) this.#context.print(`${code} ${name}: new picture`);
      this.#context.print(`Pictures: ${added.length} new, ${states.length - added.length} unchanged.`);
    });
  }

  /** Stores the pictures and gives them to the dishes as drafts; returns the ids of these dishes. */
  async import(file: string, actor: string): Promise<string[]> {
    let draftIds: string[] = [];
    await this.#withPictures(file, async (pictures) => {
      const inputs = pictures.map(({ code, digest }) => ({ code, digest }));
      const states = await this.#import.check(inputs);
      const absent = pictures.filter(
        (_picture, index) => states[index]?.state === "new" && !states[index].is_stored,
      );
      await this.#store(absent, actor);
      const report = await this.#import.import(actor, inputs);
      this.#context.print(`Pictures: ${report.changed} new, as drafts, ${report.unchanged} unchanged.`);
      draftIds = report.draftIds;
    });
    return draftIds;
  }

  /** Ends the process that makes pictures. */
  async close(): Promise<void> {
    await this.#imageProcessor.stop();
    this.#files.close();
  }

  async #withPictures(file: string, work: (pictures: Picture[]) => Promise<void>): Promise<void> {
    const handle = await open(file).catch((error: Error) => {
      throw new CliError(`${file} cannot be read: ${error.message}`);
    });
    try {
      const { pictures, problems } = await this.#read(file, handle);
      const known = pictures.length === 0 ? [] : await this.#import.check(pictures);
      for (const { code, state } of known)
        if (state === "no_dish") problems.push({ file: code, problem: "没有这个编号的菜品" });
      this.#refuse(problems);
      if (pictures.length === 0) throw new CliError(`${file} holds no pictures.`);
      await work(pictures);
    } finally {
      await handle.close();
    }
  }

  async #read(file: string, handle: FileHandle) {
    const entries = await listEntries(handle).catch((error: Error) => {
      const reason = error instanceof TooManyEntriesError ? "it holds too many files" : error.message;
      throw new CliError(`${file} is no ZIP archive that can be read: ${reason}`);
    });
    const { pictures: found, problems } = sortEntries(entries);
    const pictures: Picture[] = [];
    for (const [index, picture] of found.entries()) {
      const unpacked = await unpackPicture(picture.entry);
      if ("problem" in unpacked) problems.push({ file: picture.entry.name, problem: unpacked.problem });
      else {
        const digest = createHash("sha256").update(unpacked.bytes).digest("hex");
        pictures.push({ ...picture, digest });
      }
      this.#printProgress(index + 1, "read");
    }
    return { pictures, problems };
  }

  async #store(pictures: readonly Picture[], actor: string): Promise<void> {
    const { signal } = new AbortController();
    const problems: PictureProblem[] = [];
    for (const [index, { entry }] of pictures.entries()) {
      const unpacked = await unpackPicture(entry);
      if ("problem" in unpacked) problems.push({ file: entry.name, problem: unpacked.problem });
      else {
        const bytes = Buffer.from(unpacked.bytes);
        await this.#images
          .upload({ id: actor, signal }, async () => bytes)
          .catch((error: unknown) => {
            if (!(error instanceof AppError)) throw error;
            problems.push({ file: entry.name, problem: error.message });
          });
      }
      this.#printProgress(index + 1, "stored");
    }
    this.#refuse(problems);
  }

  #printProgress(count: number, what: string): void {
    if (count % progressPictures === 0) this.#context.print(`${count} pictures ${what}`);
  }

  #refuse(problems: readonly PictureProblem[]): void {
    for (const { file, problem } of problems.slice(0, maxPrintedProblems))
      this.#context.print(file === "" ? problem : `${file}: ${problem}`);
    if (problems.length > 0) throw new CliError(`${problems.length} problems; nothing was imported.`);
  }
}
