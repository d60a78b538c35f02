import { findRestaurantImageId, restaurantImageUrl } from "#contract/restaurant-pictures/restaurant-image.ts";
import type { RestaurantLicence, RestaurantPictures } from "#contract/restaurant-pictures/schema.ts";
import type { ChainRestaurantPictures } from "#contract/staff/restaurant-admin/schema.ts";
import type { QueryRunner } from "../../platform/database/Database.ts";
import { AppError, ruleBroken } from "../../platform/http/AppError.ts";
import type { Clock } from "../../platform/time/clock.ts";
import { insertAudit } from "../audit/audit.repository.ts";
import * as restaurants from "./restaurant.repository.ts";
import { lockForUpdate } from "./restaurant-admin.repository.ts";
import { listChangedPictures, presentPictures } from "./restaurant-pictures.presenter.ts";

/** Finds uploaded pictures of restaurants by id: width and height in px of the largest size. */
export type FindRestaurantImages = (
  queries: QueryRunner,
  ids: readonly string[],
) => Promise<ReadonlyMap<string, { width: number; height: number }>>;

/** Licence as the head office sends it. */
interface LicenceInput {
  image: string;
  number: string;
}

/** All pictures of a restaurant and of its licences, made from those of `version`. */
export interface PicturesInput {
  restaurant_id: string;
  version: number;
  pictures: { image: string; caption: string }[];
  business_licence: LicenceInput | null;
  food_licence: LicenceInput | null;
}

/** Pictures that customers see of a restaurant, as the head office sets them. */
export class RestaurantPicturesService {
  readonly #clock: Clock;
  readonly #findImages: FindRestaurantImages;

  constructor({ clock }: { clock: Clock }, findImages: FindRestaurantImages) {
    this.#clock = clock;
    this.#findImages = findImages;
  }

  /**
   * Sets the pictures of a restaurant. Throws "restaurant_not_found", "conflict" with the current ones if they are no
   * longer those of `version`, "rule_broken" for an image that was not uploaded for restaurants, or is there twice.
   */
  async save(tx: QueryRunner, actor: string, input: PicturesInput): Promise<ChainRestaurantPictures> {
    const { restaurant_id: id, version } = input;
    const row = await lockForUpdate(tx, id, "no key update");
    if (row === undefined) throw new AppError("restaurant_not_found");
    const pictures = await this.#complete(tx, input);
    const changes = listChangedPictures(presentPictures(row), pictures);
    // The same change again, or a form that was saved untouched.
    if (Object.keys(changes).length === 0) return presentChainPictures(row);
    if (row.picturesVersion !== version)
      throw new AppError("conflict", { current: presentChainPictures(row) }, "照片和证照刚被别人改过");
    const changed = await restaurants.update(tx, id, {
      pictures: pictures.pictures,
      businessLicence: pictures.business_licence,
      foodLicence: pictures.food_licence,
      picturesVersion: version + 1,
    });
    if (changed === undefined) throw new AppError("restaurant_not_found");
    const createdAt = this.#clock.now();
    await insertAudit(tx, { actor, action: "restaurant.pictures", target: id, detail: changes, createdAt });
    return presentChainPictures(changed);
  }

  /** Returns the pictures with their sizes, as they are stored. */
  async #complete(tx: QueryRunner, input: PicturesInput): Promise<RestaurantPictures> {
    const images = [input.pictures, input.business_licence ?? [], input.food_licence ?? []]
      .flat()
      .map(({ image }) => image);
    const ids = images.map(findRestaurantImageId).filter((imageId) => imageId !== null);
    const shapes = await this.#findImages(tx, ids);
    const complete = (image: string, field: string) => {
      const imageId = findRestaurantImageId(image) ?? "";
      const shape = shapes.get(imageId);
      if (shape === undefined) throw ruleBroken("图片不存在，请重新上传", field);
      return { image: restaurantImageUrl(imageId, 512), ...shape };
    };
    const licence = (name: "business_licence" | "food_licence"): RestaurantLicence | null => {
      const typed = input[name];
      return typed && { ...complete(typed.image, name), number: typed.number.trim() };
    };
    const pictures = input.pictures.map(({ image, caption }) => ({
      ...complete(image, "pictures"),
      caption: caption.trim(),
    }));
    if (new Set(pictures.map(({ image }) => image)).size < pictures.length)
      throw ruleBroken("同一张照片只能放一次", "pictures");
    return {
      pictures,
      business_licence: licence("business_licence"),
      food_licence: licence("food_licence"),
    };
  }
}

/** Converts a restaurant to its pictures, for the head office. */
export function presentChainPictures(row: restaurants.RestaurantRow): ChainRestaurantPictures {
  return { version: row.picturesVersion, ...presentPictures(row) };
}
