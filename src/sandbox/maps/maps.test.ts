import { describe, expect, test, vi } from "vitest";
import { postJson, testSandbox } from "../testing/testSandbox.ts";
import { CITIES, findCity, PLACES } from "./cities.ts";
import { tileColumn, tileRow } from "./script/mercator.ts";

type Answer = {
  status: string;
  infocode: string;
  count: string;
  pois: Record<string, unknown>[];
  regeocode: { formatted_address: string; addressComponent: Record<string, unknown> };
};

async function setUpMaps() {
  const { env, url } = await testSandbox();
  const request = (path: string, params: Record<string, string>) =>
    fetch(`${env.MAPS_BASE_URL}${path}?${new URLSearchParams({ key: env.MAPS_SERVER_KEY, ...params })}`);
  const search = async (params: Record<string, string>) =>
    (await (await request("/v3/place/text", { output: "json", ...params })).json()) as Answer;
  const regeo = async (location: string) =>
    (await (await request("/v3/geocode/regeo", { location, output: "JSON" })).json()) as Answer;
  return { url, env, request, search, regeo };
}

test("there are at least 200 places in 8 cities, 60 of them in Shanghai, all in known districts", () => {
  expect(CITIES).toHaveLength(8);
  expect(PLACES.length).toBeGreaterThanOrEqual(200);
  expect(PLACES.filter((place) => place.city.name === "上海市").length).toBeGreaterThanOrEqual(60);
  expect(PLACES.filter((place) => !place.city.districts[place.district])).toEqual([]);
  expect(new Set(PLACES.map((place) => place.city.name + place.name)).size).toBe(PLACES.length);
});

test.each(["上海", "上海市", "021", "310000", "310104"])("%s names Shanghai", (text) => {
  expect(findCity(text)?.name).toBe("上海市");
});

describe("place search", () => {
  test("responds in Amap's format, names that begin with the keyword first", async () => {
    const { search } = await setUpMaps();
    const answer = await search({ keywords: "徐家汇", city: "上海", citylimit: "true", offset: "5" });
    expect(answer).toMatchObject({ status: "1", infocode: "10000" });
    expect(answer.pois).toHaveLength(5);
    expect(answer.pois[0]).toMatchObject({
      name: "徐家汇(地铁站)",
      location: expect.stringMatching(/^121\.\d{6},31\.\d{6}$/),
      citycode: "021",
      cityname: "上海市",
      adcode: "310104",
      adname: "徐汇区",
      typecode: "150500",
      tel: [],
    });
  });

  test("pages do not overlap and count gives the total", async () => {
    const { search } = await setUpMaps();
    const page = (number: string) => search({ keywords: "大厦", city: "310000", offset: "3", page: number });
    const [one, two] = [await page("1"), await page("2")];
    expect(Number(one.count)).toBeGreaterThan(6);
    expect(new Set([...one.pois, ...two.pois].map((poi) => poi.id)).size).toBe(6);
  });

  test("citylimit excludes other cities, without it the current city comes first", async () => {
    const { search } = await setUpMaps();
    const limited = await search({ keywords: "大学", city: "武汉", citylimit: "true" });
    expect(new Set(limited.pois.map((poi) => poi.cityname))).toEqual(new Set(["武汉市"]));
    const open = await search({ keywords: "大学", city: "武汉" });
    expect(Number(open.count)).toBeGreaterThan(Number(limited.count));
    expect(open.pois[0]?.cityname).toBe("武汉市");
  });

  test("finds by address and by several words, and returns nothing for nonsense", async () => {
    const { search } = await setUpMaps();
    expect((await search({ keywords: "虹桥路1号" })).pois.map((poi) => poi.name)).toContain("港汇恒隆广场");
    expect((await search({ keywords: "浙江大学 紫金港" })).pois[0]?.name).toBe("浙江大学(紫金港校区)");
    expect(await search({ keywords: "没有这个地方" })).toMatchObject({ status: "1", count: "0", pois: [] });
  });

  test("rejects a wrong key and a missing keyword", async () => {
    const { search } = await setUpMaps();
    expect(await search({ key: "wrong", keywords: "大学" })).toEqual({
      status: "0",
      info: "INVALID_USER_KEY",
      infocode: "10001",
    });
    expect(await search({})).toMatchObject({ status: "0", infocode: "20001" });
  });
});

describe("reverse geocoding", () => {
  test("responds with JSONP, with an empty array as the city of a municipality", async () => {
    const { request } = await setUpMaps();
    const answer = await request("/v3/geocode/regeo", {
      location: "121.437,31.1898",
      output: "JSON",
      callback: "jQ_1.cb",
    });
    expect(answer.headers.get("content-type")).toContain("text/javascript");
    const text = await answer.text();
    expect(text).toMatch(/^jQ_1\.cb\(.*\)$/);
    const { regeocode } = JSON.parse(text.slice("jQ_1.cb(".length, -1)) as Answer;
    expect(regeocode.addressComponent).toMatchObject({
      province: "上海市",
      city: [],
      district: "徐汇区",
      citycode: "021",
    });
    expect(regeocode.formatted_address).toMatch(/^上海市徐汇区/);
  });

  test("returns the city elsewhere and nothing far from all cities", async () => {
    const { regeo } = await setUpMaps();
    const shenzhen = (await regeo("114.06,22.54")).regeocode;
    expect(shenzhen.addressComponent).toMatchObject({ province: "广东省", city: "深圳市", adcode: "440304" });
    expect((await regeo("100.0,10.0")).regeocode).toMatchObject({
      formatted_address: [],
      addressComponent: { city: [] },
    });
    expect(await regeo("here")).toMatchObject({ status: "0", infocode: "20000" });
  });

  test("never echoes a callback that is not a plain name", async () => {
    const { request } = await setUpMaps();
    const answer = await request("/v3/geocode/regeo", { location: "121.4,31.1", callback: "alert(1)//" });
    expect(await answer.text()).not.toContain("alert");
  });
});

test("the service can fail, return garbage and recover", async () => {
  const { url, request, search } = await setUpMaps();
  await postJson(`${url}/amap/behaviour`, { mode: "fail" });
  expect(await search({ keywords: "大学" })).toMatchObject({ status: "0" });
  await postJson(`${url}/amap/behaviour`, { mode: "garbage" });
  expect(await (await request("/v3/place/text", { keywords: "大学" })).text()).toMatch(/^<html>/);
  await postJson(`${url}/amap/behaviour`, { mode: "ok" });
  expect(await search({ keywords: "大学" })).toMatchObject({ status: "1" });
  expect((await postJson(`${url}/amap/behaviour`, { mode: "odd" })).status).toBe(400);
});

describe("the script for browsers", () => {
  const load = async (params: Record<string, string>) => {
    const { env } = await setUpMaps();
    const query = new URLSearchParams({ v: "2.0", key: env.MAPS_BROWSER_KEY, callback: "go", ...params });
    const response = await fetch(`${env.MAPS_SCRIPT_BASE_URL}/maps?${query}`);
    return { type: response.headers.get("content-type"), text: await response.text() };
  };

  test("defines the classes and calls back", async () => {
    const { type, text } = await load({});
    expect(type).toContain("text/javascript");
    const window: Record<string, unknown> = { go: vi.fn() };
    new Function("window", text)(window);
    expect(Object.keys(window.AMap as object)).toEqual(
      expect.arrayContaining(["Map", "Marker", "Circle", "Polygon"]),
    );
    expect(window.go).toHaveBeenCalledOnce();
  });

  test.each([{ key: "wrong" }, { v: "1.4.15" }, { callback: "alert(1)//" }])(
    "does nothing with %j",
    async (params) => {
      const { text } = await load(params);
      expect(text).toMatch(/^console\.warn\('INVALID_/);
      expect(text).not.toContain("alert");
    },
  );

  test("draws tiles with streets and names, always the same, and none beyond the map", async () => {
    const { env } = await setUpMaps();
    const tile = async (path: string) => await fetch(`${env.MAPS_SCRIPT_BASE_URL}/tiles/${path}.svg`);
    const path = `15/${Math.floor(tileColumn(121.437, 15))}/${Math.floor(tileRow(31.1898, 15))}`;
    const [one, two] = [await tile(path), await tile(path)];
    expect(one.headers.get("content-type")).toContain("image/svg+xml");
    const svg = await one.text();
    expect(svg).toMatch(/^<svg .*<path .*<text .*>徐家汇\(地铁站\)<\/text>.*<\/svg>$/);
    expect(await two.text()).toBe(svg);
    for (const beyond of ["16/65536/0", "19/0/0", "1/-1/0", "a/0/0"])
      expect((await tile(beyond)).status).toBe(404);
  });

  test("fails with the service", async () => {
    const { url, env } = await setUpMaps();
    await postJson(`${url}/amap/behaviour`, { mode: "fail" });
    expect((await fetch(`${env.MAPS_SCRIPT_BASE_URL}/maps?v=2.0`)).status).toBe(502);
  });
});
