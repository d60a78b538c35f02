import { expect, test } from "vitest";
import { dishImageUrl } from "#contract/menu/dish-image.ts";
import { restaurantImageUrl } from "#contract/restaurant-pictures/restaurant-image.ts";
import { shareImageUrl } from "./shareImageUrl.ts";

const origin = "https://shop.test";

test.each([
  ["", "/share.png"],
  ["http://", "/share.png"],
  [dishImageUrl("d-1", 256), "/api/v1/files/dishes/d-1/512.jpg"],
  [restaurantImageUrl("r_1", 1024), "/api/v1/files/restaurants/r_1/512.jpg"],
  ["/media/dishes/rice.webp", "/media/dishes/rice.jpg"],
  ["/pictures/rice.webp", "/pictures/rice.webp"],
])("the image %j is shared as %s of our own", (image, path) => {
  expect(shareImageUrl(image, origin)).toBe(origin + path);
});

test("an image from elsewhere stays as it is", () => {
  const image = "https://pictures.test/media/rice.webp";
  expect(shareImageUrl(image, origin)).toBe(image);
});
