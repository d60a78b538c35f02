import { sharePicturePath } from "#contract/chain-settings/brand.ts";
import { dishImagePath } from "#contract/menu/dish-image.ts";
import { restaurantImagePath } from "#contract/restaurant-pictures/restaurant-image.ts";

/** Uploaded images are stored in sizes; this one is the smallest above the 300 px that WeChat asks for. */
const uploaded = new RegExp(`^((?:${dishImagePath}|${restaurantImagePath})/[\\w-]+/)\\d+\\.webp$`);
const bundled = /^(\/media\/.+)\.webp$/;

/**
 * Returns the absolute URL of an image for a share card: of our own images the JPEG, which every version of WeChat
 * shows; the chain's sharing picture for "" and for what is no URL.
 */
export function shareImageUrl(image: string, origin: string): string {
  const path = image.replace(uploaded, "$1512.jpg").replace(bundled, "$1.jpg");
  // Images come from the menu's source: an invalid URL must not cost the page its card.
  try {
    return new URL(path === "" ? sharePicturePath : path, origin).href;
  } catch {
    return `${origin}${sharePicturePath}`;
  }
}
