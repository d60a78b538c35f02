/** Sides of the squares in px in which an uploaded image of a dish is stored. */
export const dishImageSizes = [96, 256, 512, 1024] as const;

/** Maximum size of an uploaded image of a dish: bytes of the file, and pixels. */
export const dishImageLimits = {
  bytesMax: 20 * 1024 * 1024,
  pixelsMax: 50_000_000,
  sideMax: 12_000,
} as const;

/** Path under which the images of dishes are served, each as `<id>/<size>.webp` and `<id>/<size>.jpg`. */
export const dishImagePath = "/api/v1/files/dishes";

/** Returns the URL of an uploaded image of a dish in one of its sizes. */
export function dishImageUrl(id: string, size: (typeof dishImageSizes)[number]): string {
  return `${dishImagePath}/${id}/${size}.webp`;
}

/** Returns the id of an uploaded image by its URL; null for any other image. */
export function findDishImageId(url: string): string | null {
  const [, id] = /^\/api\/v1\/files\/dishes\/([\w-]{1,64})\/\d+\.(?:webp|jpg)$/.exec(url) ?? [];
  return id ?? null;
}

/**
 * Returns the `srcset` of an uploaded image, whose URL names one of its sizes; undefined for any other image,
 * which has one size.
 */
export function dishImageSrcSet(url: string): string | undefined {
  if (!url.startsWith(dishImagePath)) return undefined;
  const folder = url.slice(0, url.lastIndexOf("/"));
  return dishImageSizes.map((size) => `${folder}/${size}.webp ${size}w`).join(", ");
}
