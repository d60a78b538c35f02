import { dishImageSizes } from "../menu/dish-image.ts";

/** Most pictures that a restaurant shows. */
export const restaurantPicturesMax = 6;

/** Most characters of the text that describes a picture, and of the number of a licence. */
export const pictureTextMax = { caption: 30, licenceNumber: 40 } as const;

/** Path under which pictures of restaurants are served, each as `<id>/<size>.webp` and `<id>/<size>.jpg`. */
export const restaurantImagePath = "/api/v1/files/restaurants";

/** Returns the URL of a picture of a restaurant whose longer side has one of the sizes of `dishImageSizes`. */
export function restaurantImageUrl(id: string, size: (typeof dishImageSizes)[number]): string {
  return `${restaurantImagePath}/${id}/${size}.webp`;
}

/** Returns the id of a picture of a restaurant by its URL; null for any other URL. */
export function findRestaurantImageId(url: string): string | null {
  const [, id] = /^\/api\/v1\/files\/restaurants\/([\w-]{1,64})\/\d+\.webp$/.exec(url) ?? [];
  return id ?? null;
}

/** Returns the `srcset` of a picture of a restaurant, with the widths that its sizes have in its shape. */
export function restaurantImageSrcSet(
  url: string,
  { width, height }: { width: number; height: number },
): string {
  const folder = url.slice(0, url.lastIndexOf("/"));
  const scale = Math.min(1, width / height);
  return dishImageSizes
    .map((size) => `${folder}/${size}.webp ${Math.max(1, Math.round(size * scale))}w`)
    .join(", ");
}
