import { expect, test } from "vitest";
import { createPageShareCard } from "./createPageShareCard.ts";

const origin = "https://shop.test";
const cardOf = (pathname: string, part: Partial<Parameters<typeof createPageShareCard>[0]> = {}) =>
  createPageShareCard({
    origin,
    pathname,
    search: "",
    restaurant: null,
    inviteCode: "ABCD2345",
    brand: { name: "巷口小馆", slogan: "街坊的厨房" },
    ...part,
  });

test.each([
  ["/", "/?invite_code=ABCD2345"],
  ["/takeaway", "/takeaway?invite_code=ABCD2345"],
  ["/takeaway-menu", "/takeaway-menu?invite_code=ABCD2345"],
  ["/invite", "/?invite_code=ABCD2345"],
  ["/order/o1", "/?invite_code=ABCD2345"],
  ["/profile", "/?invite_code=ABCD2345"],
])("%s is shared as %s with an image of our own", (pathname, link) => {
  expect(cardOf(pathname)).toMatchObject({ link: origin + link, imgUrl: `${origin}/share.png` });
});

test("cards carry the chain's name and slogan", () => {
  expect(cardOf("/")).toMatchObject({ title: "巷口小馆", desc: "街坊的厨房" });
  expect(cardOf("/takeaway")?.title).toBe("巷口小馆外卖");
  expect(cardOf("/invite")?.title).toBe("我常点的巷口小馆，推荐你也尝尝");
});

test("guests share without a code", () => {
  expect(cardOf("/", { inviteCode: "" })?.link).toBe("https://shop.test/");
});

test("a restaurant is named and shown, and the menu keeps it in its link", () => {
  const restaurant = { name: "食单·徐家汇店", image: "/api/v1/files/restaurants/r1/1024.webp" };
  for (const pathname of ["/takeaway-menu", "/menu"])
    expect(cardOf(pathname, { restaurant })).toMatchObject({
      title: "食单·徐家汇店",
      imgUrl: `${origin}/api/v1/files/restaurants/r1/512.jpg`,
    });
  expect(cardOf("/menu", { restaurant, search: "?restaurant_id=S1&code=C&state=X" })?.link).toBe(
    "https://shop.test/menu?restaurant_id=S1&invite_code=ABCD2345",
  );
});

test("a restaurant without a picture has the chain's, and other pages do not show the restaurant", () => {
  const restaurant = { name: "食单·徐家汇店", image: "" };
  expect(cardOf("/menu", { restaurant })?.imgUrl).toBe(`${origin}/share.png`);
  const shown = { ...restaurant, image: "/api/v1/files/restaurants/r1/1024.webp" };
  expect(cardOf("/", { restaurant: shown })?.imgUrl).toBe(`${origin}/share.png`);
});

test("login codes and states are never shared", () => {
  for (const pathname of ["/", "/takeaway-menu", "/menu", "/invite", "/orders"]) {
    const link = cardOf(pathname, { search: "?code=C1&state=S1" })?.link ?? "";
    expect(link).not.toMatch(/[?&](code|state)=/);
  }
});

test.each(["/login", "/wechat-callback"])("%s has no card", (pathname) => {
  expect(cardOf(pathname)).toBeNull();
});
