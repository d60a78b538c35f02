import { createHash } from "node:crypto";
import { findDishImageId } from "#contract/menu/dish-image.ts";
import type { PictureState } from "#contract/staff/catalogue/schema.ts";
import type { DishForm } from "#contract/staff/menu-admin/dish.schema.ts";
import type { Deps } from "../../platform/Deps.ts";
import { invalid, ruleBroken } from "../../platform/http/AppError.ts";
import type { SizedImageFile, SizedImageService } from "../file/sized-image.service.ts";
import * as drafts from "../menu/dish-draft.repository.ts";
import { currentForm, type DishVersions, listChangedFields } from "../menu/dish-form.presenter.ts";
import type { MenuDraftService } from "../menu/menu-draft.service.ts";

/** A picture of an archive: the code of its dish, and the SHA-256 of its file. */
export interface PictureInput {
  code: string;
  digest: string;
}

/** What an import of pictures did; `draftIds` are the dishes with unpublished changes by it. */
export interface PictureReport {
  changed: number;
  unchanged: number;
  draftIds: string[];
}

/** Files that are read at once to compare them. */
const readers = 8;

/** Gives dishes the pictures of an archive by their codes: first checked, then all or none, as drafts. */
export class PictureImportService {
  readonly #deps: Pick<Deps, "database">;
  readonly #images: SizedImageService;
  readonly #drafts: MenuDraftService;

  constructor(deps: Pick<Deps, "database">, images: SizedImageService, draftService: MenuDraftService) {
    this.#deps = deps;
    this.#images = images;
    this.#drafts = draftService;
  }

  /** Returns what each picture would do, in their order. Throws "validation" for two pictures of a dish. */
  async check(pictures: readonly PictureInput[]): Promise<PictureState[]> {
    const codes = pictures.map(({ code }) => code);
    if (new Set(codes).size < codes.length) throw invalid("一个菜品只能有一张图片", "pictures");
    const found = await drafts.findDishes(this.#deps.database.queries, codes);
    const dishes = new Map(found.map((dish) => [dish.spuId, dish]));
    const stored = await this.#images.findByDigests(pictures.map(({ digest }) => digest));
    const same = await this.#findSame(pictures, dishes);
    return pictures.map(({ code, digest }) => {
      const dish = dishes.get(code);
      const state = dish === undefined ? "no_dish" : same.has(code) ? "unchanged" : "new";
      const name = dish === undefined ? null : currentForm(dish).name;
      return { code, name, state, is_stored: stored.has(digest) };
    });
  }

  /**
   * Gives dishes their pictures as drafts: all or none. Throws "rule_broken" for a dish that does not exist and for a
   * picture that is not uploaded, and what `check` throws.
   */
  async import(actor: string, pictures: readonly PictureInput[]): Promise<PictureReport> {
    const states = await this.check(pictures);
    const missing = states.find(({ state }) => state === "no_dish");
    if (missing !== undefined) throw ruleBroken(`没有菜品 ${missing.code}，请重新选择文件`, "pictures");
    const wanted = pictures.filter((_picture, index) => states[index]?.state === "new");
    const urls = await this.#images.findByDigests(wanted.map(({ digest }) => digest));
    const absent = wanted.find(({ digest }) => !urls.has(digest));
    if (absent !== undefined) throw ruleBroken(`${absent.code} 的图片没有上传完，请再试一次`, "pictures");
    return await this.#deps.database.transaction(async (tx) => {
      await drafts.lockMenu(tx);
      await drafts.allowLongStatements(tx);
      const found = await drafts.findDishes(
        tx,
        wanted.map(({ code }) => code),
      );
      if (found.length < wanted.length) throw ruleBroken("有菜品刚被删除，请重新选择文件", "pictures");
      const images = new Map(wanted.map(({ code, digest }) => [code, urls.get(digest) ?? ""]));
      const changed = found.flatMap((dish) => withImage(dish, images.get(dish.spuId) ?? ""));
      await this.#drafts.store(tx, actor, changed);
      const versions = await drafts.findDishes(
        tx,
        pictures.map(({ code }) => code),
      );
      return {
        changed: changed.length,
        unchanged: pictures.length - changed.length,
        draftIds: versions.filter(hasNewImageOnly).map(({ spuId }) => spuId),
      };
    });
  }

  /** Returns the codes of the dishes that have their picture: the same file, or the file that an export wrote. */
  async #findSame(
    pictures: readonly PictureInput[],
    dishes: ReadonlyMap<string, DishVersions>,
  ): Promise<Set<string>> {
    const withIds = pictures.flatMap(({ code, digest }) => {
      const dish = dishes.get(code);
      const id = dish === undefined ? null : findDishImageId(currentForm(dish).image);
      return id === null ? [] : [{ code, digest, id }];
    });
    const files = await this.#images.findOriginals(withIds.map(({ id }) => id));
    const same = new Set<string>();
    for (let start = 0; start < withIds.length; start += readers)
      await Promise.all(
        withIds.slice(start, start + readers).map(async ({ code, digest, id }) => {
          const file = files.get(id);
          if (file === undefined) return;
          if (file.digest === digest || (await this.#digestOf(file)) === digest) same.add(code);
        }),
      );
    return same;
  }

  async #digestOf(file: SizedImageFile): Promise<string | null> {
    const opened = await this.#images.openLargest(file);
    if (opened === null) return null;
    const hash = createHash("sha256");
    for await (const chunk of opened.body) hash.update(chunk as Buffer);
    return hash.digest("hex");
  }
}

/** Whether the draft of a dish changes its image and nothing else, so that publishing it publishes no other work. */
function hasNewImageOnly({ published, draft }: DishVersions): boolean {
  if (published === null || draft === null) return false;
  return Object.keys(listChangedFields(published, draft.form)).join() === "image";
}

/** Returns the change of a dish to another image; none if it has it. */
function withImage(
  dish: DishVersions,
  image: string,
): { spuId: string; form: DishForm; published: DishForm | null }[] {
  const form = currentForm(dish);
  if (form.image === image) return [];
  return [{ spuId: dish.spuId, form: { ...form, image }, published: dish.published }];
}
