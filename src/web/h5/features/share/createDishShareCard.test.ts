import { expect, test } from "vitest";
import { createDishShareCard } from "./createDishShareCard.ts";

const origin = "https://shop.test";
const rice = {
  name: "滑蛋虾仁饭",
  description: "虾仁现剥",
  image: "/media/dishes/rice.webp",
  hasVariants: false,
  shown: { id: "10205", priceFen: 3300 },
};
const takeaway = { pathname: "/takeaway-menu", search: "" };
const cardOf = (part: Partial<typeof rice> = {}, inviteCode = "ABCD2345", menu = takeaway) =>
  createDishShareCard({ origin, ...menu, inviteCode, dish: { ...rice, ...part } });

test("a dish is shared with its price, description, image, and a link that opens it", () => {
  expect(cardOf()).toEqual({
    title: "滑蛋虾仁饭 ¥33.00",
    desc: "虾仁现剥",
    link: "https://shop.test/takeaway-menu?dish=10205&invite_code=ABCD2345",
    imgUrl: "https://shop.test/media/dishes/rice.jpg",
  });
});

test("a dish of a restaurant's menu opens there, without the sender's table", () => {
  const menu = { pathname: "/menu", search: "?restaurant_id=SH001&table=A12&type=dine_in" };
  expect(cardOf({}, "", menu).link).toBe("https://shop.test/menu?restaurant_id=SH001&dish=10205");
});

test("the price of a dish with variants is its lowest price", () => {
  expect(cardOf({ hasVariants: true }).title).toBe("滑蛋虾仁饭 ¥33.00起");
});

test("guests share without a code", () => {
  expect(cardOf({}, "").link).toBe("https://shop.test/takeaway-menu?dish=10205");
});

test("an id of any characters stays one value of the link", () => {
  const { link } = cardOf({ shown: { id: "a&code=1#菜", priceFen: 100 } });
  const query = new URL(link).searchParams;
  expect([query.get("dish"), query.get("code")]).toEqual(["a&code=1#菜", null]);
});

test("a dish without an image has the chain's picture", () => {
  expect(cardOf({ image: "" }).imgUrl).toBe("https://shop.test/share.png");
});

test("a dish without a description has the takeaway text", () => {
  expect(cardOf({ description: "" }).desc).toBe("现点现做，热乎送到家");
});
