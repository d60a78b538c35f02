import { sha256 } from "@noble/hashes/sha2.js";
import { makeAutoObservable, observableRef } from "mobx";
import { catalogueEndpoints } from "#contract/staff/catalogue/endpoints.ts";
import {
  type PackedEntry,
  type PictureFile,
  type PictureProblem,
  sortEntries,
  TooManyEntriesError,
  unpackPicture,
} from "#contract/staff/catalogue/picture-file.ts";
import { menuAdminEndpoints } from "#contract/staff/menu-admin/endpoints.ts";
import type { ApiClient } from "#web/lib/api/ApiClient.ts";
import { ApiError } from "#web/lib/api/ApiError.ts";
import { uploadFile } from "#web/lib/api/uploadFile.ts";
import { Loadable } from "#web/lib/async/Loadable.ts";
import { defineAdminStore } from "../../app/AdminStores.ts";
import { pictureMessages as messages } from "./pictureMessages.ts";

/** A picture of the archive that may be imported. */
export interface Picture {
  file: string;
  code: string;
  digest: string;
  dishName: string;
  isNew: boolean;
  isStored: boolean;
  entry: PackedEntry;
}

/** What an archive holds, and what is wrong with it. */
export interface PictureCheck {
  pictures: readonly Picture[];
  problems: readonly PictureProblem[];
}

/** Lists what a ZIP archive holds. */
export type ListEntries = (file: Blob) => Promise<PackedEntry[]>;

/** Pictures of dishes as a ZIP archive, unpacked here: first checked, then uploaded one by one and given to the dishes. */
export class PictureImportStore {
  /** Name of the archive that was chosen last; empty before the first. */
  fileName = "";
  readonly check = new Loadable<PictureCheck>();
  readonly done = new Loadable<{ changed: number; unchanged: number }>();
  /** Pictures that were read or uploaded so far, of all that are to be. */
  progress: { count: number; total: number } | null = null;
  private readonly api: Pick<ApiClient, "call" | "withToken">;
  private readonly listEntries: ListEntries;

  constructor(api: Pick<ApiClient, "call" | "withToken">, listEntries: ListEntries) {
    this.api = api;
    this.listEntries = listEntries;
    makeAutoObservable<this, "api" | "listEntries">(
      this,
      { check: false, done: false, progress: observableRef, api: false, listEntries: false },
      { autoBind: true },
    );
  }

  /** Whether the checked archive would change something and has no problem. */
  get canImport(): boolean {
    const { value } = this.check;
    if (value === undefined || value.problems.length > 0 || this.done.value !== undefined) return false;
    return value.pictures.some(({ isNew }) => isNew);
  }

  /** Says what an archive would do. Rethrows failures. */
  async checkFile(file: File): Promise<void> {
    this.fileName = file.name;
    this.check.reset();
    this.done.reset();
    try {
      await this.check.run((signal) => this.read(file, signal));
    } finally {
      this.setProgress(null);
    }
  }

  /**
   * Uploads the new pictures and gives them to their dishes. Rethrows failures, after which it can be tried again and
   * goes on where it ended.
   */
  async import(): Promise<void> {
    const checked = this.check.value;
    if (checked === undefined) return;
    try {
      await this.done.run(async (signal) => {
        const stored = await this.uploadAll(checked.pictures, signal);
        const body = { pictures: stored.map(({ code, digest }) => ({ code, digest })) };
        return await this.api.call(catalogueEndpoints.importPictures, { body, signal });
      });
    } finally {
      this.setProgress(null);
    }
  }

  private async read(file: File, signal: AbortSignal): Promise<PictureCheck> {
    const entries = await this.listEntries(file).catch((error: unknown) => {
      const isTooLarge = error instanceof TooManyEntriesError;
      throw new ApiError("validation", isTooLarge ? messages.tooMany : messages.unreadable);
    });
    const { pictures: found, problems } = sortEntries(entries);
    const read: (PictureFile<PackedEntry> & { digest: string })[] = [];
    for (const [index, picture] of found.entries()) {
      if (signal.aborted) throw new DOMException("aborted", "AbortError");
      this.setProgress({ count: index + 1, total: found.length });
      const unpacked = await unpackPicture(picture.entry);
      if ("problem" in unpacked) problems.push({ file: picture.entry.name, problem: unpacked.problem });
      else read.push({ ...picture, digest: await digestOf(unpacked.bytes) });
    }
    if (found.length === 0 && problems.length === 0) problems.push({ file: "", problem: messages.empty });
    return read.length === 0 ? { pictures: [], problems } : this.compare(read, problems, signal);
  }

  private async compare(
    read: readonly (PictureFile<PackedEntry> & { digest: string })[],
    problems: PictureProblem[],
    signal: AbortSignal,
  ): Promise<PictureCheck> {
    const body = { pictures: read.map(({ code, digest }) => ({ code, digest })) };
    const { pictures: states } = await this.api.call(catalogueEndpoints.checkPictures, { body, signal });
    const pictures: Picture[] = [];
    for (const [index, { entry, code, digest }] of read.entries()) {
      const state = states[index];
      if (state === undefined || state.state === "no_dish")
        problems.push({ file: entry.name, problem: messages.noDish(code) });
      else
        pictures.push({
          file: entry.name,
          code,
          digest,
          dishName: state.name ?? "",
          isNew: state.state === "new",
          isStored: state.is_stored,
          entry,
        });
    }
    return { pictures, problems };
  }

  /** Uploads what is not stored yet; a picture that the server refuses is told, and nothing is imported. */
  private async uploadAll(pictures: readonly Picture[], signal: AbortSignal): Promise<readonly Picture[]> {
    const absent = pictures.filter(({ isNew, isStored }) => isNew && !isStored);
    const problems: PictureProblem[] = [];
    for (const [index, picture] of absent.entries()) {
      this.setProgress({ count: index + 1, total: absent.length });
      const problem = await this.upload(picture, signal);
      if (problem === null) picture.isStored = true;
      else problems.push({ file: picture.file, problem });
    }
    if (problems.length === 0) return pictures;
    this.check.set({ pictures, problems });
    throw new ApiError("validation", messages.refused);
  }

  private async upload({ entry }: Picture, signal: AbortSignal): Promise<string | null> {
    const unpacked = await unpackPicture(entry);
    if ("problem" in unpacked) return unpacked.problem;
    const blob = new Blob([unpacked.bytes as Uint8Array<ArrayBuffer>]);
    try {
      const options = { onProgress: () => undefined, signal };
      await uploadFile(this.api, menuAdminEndpoints.uploadImage, blob, options);
      return null;
    } catch (error) {
      const isRefused =
        error instanceof ApiError && ["unsupported_media_type", "payload_too_large"].includes(error.code);
      if (!isRefused) throw error;
      return error.message;
    }
  }

  private setProgress(progress: { count: number; total: number } | null): void {
    this.progress = progress;
  }
}

/** Returns the SHA-256 in hex; by the browser where it may, which it may not on a page without https. */
async function digestOf(bytes: Uint8Array): Promise<string> {
  const subtle: SubtleCrypto | undefined = globalThis.crypto?.subtle;
  const digest =
    subtle === undefined
      ? sha256(bytes)
      : new Uint8Array(await subtle.digest("SHA-256", bytes as Uint8Array<ArrayBuffer>));
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

export const pictureImportStore = defineAdminStore(
  ({ api }) =>
    new PictureImportStore(api, async (file) => (await import("./listEntries.ts")).listEntries(file)),
);
