import { expect, test } from "vitest";
import { type City, loadCities, matchCities, shortCityName } from "./City.ts";

const city = (cityNameZh: string): City => ({
  abbr: "",
  asCity: true,
  cityCode: "",
  cityNameEn: "",
  cityNameZh,
  enableOnline: true,
  gbCityCode: cityNameZh,
  latitude: "0",
  longitude: "0",
  marketCode: "",
});
const cities = ["上海市", "海口市", "海东市", "吉林市", "吉林省", "长春市", "香港"].map(city);
const names = (typed: string) => matchCities(cities, typed).map(({ cityNameZh }) => cityNameZh);

test.each([
  ["上海", ["上海市"]],
  ["上海市", ["上海市"]],
  [" 上海 ", ["上海市"]],
  ["海", ["上海市", "海口市", "海东市"]],
  ["吉林", ["吉林市", "吉林省"]],
  ["吉林省", ["吉林省", "吉林市"]],
  ["上海市徐汇区", ["上海市"]],
  ["香港特别行政区", ["香港"]],
  ["火星", []],
  ["  ", []],
])("%j means %j: the exact name first, then names that contain it or are contained", (typed, expected) => {
  expect(names(typed)).toEqual(expected);
});

test("names are shown without the city suffix", () => {
  expect(["上海市", "香港", "沙市", "吉林省"].map(shortCityName)).toEqual(["上海", "香港", "沙市", "吉林省"]);
});

test("the list holds major cities, and the fallback city", async () => {
  const list = await loadCities();
  expect(list.length).toBeGreaterThan(300);
  for (const name of ["北京", "上海", "杭州", "重庆"])
    expect(shortCityName(matchCities(list, name)[0]?.cityNameZh ?? "")).toBe(name);
  expect(list.some(({ gbCityCode }) => gbCityCode === "110100")).toBe(true);
});
