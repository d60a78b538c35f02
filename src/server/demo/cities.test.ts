import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { parseSheet } from "../modules/catalogue/catalogue-sheet.rules.ts";
import { restaurantColumns } from "../modules/catalogue/restaurant-sheet.rules.ts";
import { readDemo } from "./demo.ts";

interface City {
  abbr: string;
  cityCode: string;
  cityNameEn: string;
  cityNameZh: string;
  asCity: boolean;
  gbCityCode: string;
  latitude: string;
  longitude: string;
  marketCode: string;
}

const cities: City[] = JSON.parse(
  readFileSync(new URL("../../web/lib/cities.json", import.meta.url), "utf8"),
);

function byName(name: string): City | undefined {
  return cities.find((city) => city.cityNameZh === name);
}

describe("the city list", () => {
  it("covers the prefecture cities, Hong Kong, Macau and one whole province, each with unique codes", () => {
    expect(cities.length).toBeGreaterThanOrEqual(330);
    expect(new Set(cities.map((city) => city.gbCityCode)).size).toBe(cities.length);
    expect(new Set(cities.map((city) => city.cityCode)).size).toBe(cities.length);
    expect(new Set(cities.map((city) => city.cityNameZh)).size).toBe(cities.length);
    expect(byName("上海市")?.gbCityCode).toBe("310100");
    expect(byName("北京市")?.gbCityCode).toBe("110100");
    expect(byName("香港特别行政区")?.gbCityCode).toBe("810000");
    expect(byName("澳门特别行政区")?.gbCityCode).toBe("820000");
    expect(cities.filter((city) => !city.asCity)).toHaveLength(1);
  });

  it("has every field in its format, and coordinates as decimal text inside the country", () => {
    for (const city of cities) {
      expect(city.gbCityCode).toMatch(/^\d{4}00$/);
      expect(city.abbr, city.cityNameZh).toMatch(/^[A-Z]+$/);
      expect(city.cityNameEn, city.cityNameZh).toMatch(/^[A-Z][a-zü' A-Z]+$/);
      expect(city.longitude).toMatch(/^\d+\.\d{6}$/);
      expect(city.latitude).toMatch(/^\d+\.\d{6}$/);
      expect(Math.abs(Number(city.longitude) - 104.5)).toBeLessThan(31);
      expect(Math.abs(Number(city.latitude) - 35)).toBeLessThan(20);
    }
  });

  it("has the cities of the demo's restaurants, which are near the city's centre", () => {
    const { rows } = parseSheet(readDemo().restaurants, restaurantColumns);
    const restaurants = rows.map(({ values }) => values);
    expect(restaurants.length).toBeGreaterThan(10);
    for (const restaurant of restaurants) {
      const city = byName(restaurant.city);
      expect(city?.gbCityCode, restaurant.name).toBe(restaurant.city_code);
      expect(Math.abs(Number(city?.latitude) - restaurant.lat), restaurant.name).toBeLessThan(0.4);
      expect(Math.abs(Number(city?.longitude) - restaurant.lng), restaurant.name).toBeLessThan(0.4);
    }
  });
});
