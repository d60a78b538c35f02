import { findDishImageId } from "#contract/menu/dish-image.ts";
import type { ArchiveFile } from "../../platform/archives/writeArchive.ts";
import type { Deps } from "../../platform/Deps.ts";
import type { SizedImageFile, SizedImageService } from "../file/sized-image.service.ts";
import * as drafts from "../menu/dish-draft.repository.ts";
import { currentForm } from "../menu/dish-form.presenter.ts";

const pageSize = 500;

/** A dish with an uploaded picture. */
interface DishPicture {
  code: string;
  file: SizedImageFile;
}

/** Hands out the pictures of all dishes, as their drafts have them; those that come with the app are left out. */
export class PictureExportService {
  readonly #deps: Pick<Deps, "database">;
  readonly #images: SizedImageService;

  constructor(deps: Pick<Deps, "database">, images: SizedImageService) {
    this.#deps = deps;
    this.#images = images;
  }

  /** Lists the dishes with uploaded pictures, by category and position. */
  async list(): Promise<DishPicture[]> {
    const { queries } = this.#deps.database;
    const filter = { keyword: undefined, categoryId: undefined, state: undefined };
    const pictures: DishPicture[] = [];
    for (let offset = 0; ; offset += pageSize) {
      const { ids } = await drafts.findDishPage(queries, { ...filter, offset, limit: pageSize });
      const dishes = (await drafts.findDishes(queries, ids)).map((dish) => ({
        code: dish.spuId,
        id: findDishImageId(currentForm(dish).image) ?? "",
      }));
      const files = await this.#images.findOriginals(dishes.map(({ id }) => id));
      for (const { code, id } of dishes) {
        const file = files.get(id);
        if (file !== undefined) pictures.push({ code, file });
      }
      if (ids.length < pageSize) return pictures;
    }
  }

  /** Opens the pictures one after the other, each named by the code of its dish; those whose file is gone are left out. */
  async *open(pictures: readonly DishPicture[]): AsyncGenerator<ArchiveFile> {
    for (const { code, file } of pictures) {
      const opened = await this.#images.openLargest(file);
      if (opened !== null) yield { name: `${code}.webp`, body: opened.body };
    }
  }
}
