import { expect, test } from "vitest";
import { parseRestaurantPictures } from "./parseRestaurantPictures.ts";

const picture = { image: "/api/v1/files/restaurants/a/512.webp", width: 1024, height: 768 };

test("pictures have their caption, licences their number", () => {
  const raw = {
    pictures: [{ ...picture, caption: "门头" }],
    business_licence: { ...picture, number: "9131" },
    food_licence: null,
  };
  expect(parseRestaurantPictures(raw)).toEqual({
    pictures: [{ ...picture, text: "门头" }],
    businessLicence: { ...picture, text: "9131" },
    foodLicence: null,
  });
});

test("what has no shape or lies elsewhere is left out; another response is none", () => {
  const pictures = [{ ...picture, width: 0 }, { ...picture, image: "https://example.org/a.webp" }, null];
  expect(parseRestaurantPictures({ pictures })).toEqual({
    pictures: [],
    businessLicence: null,
    foodLicence: null,
  });
  expect([{}, null, { pictures: 1 }].map(parseRestaurantPictures)).toEqual([null, null, null]);
});
