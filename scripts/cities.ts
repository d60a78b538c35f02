/*
 * Generates src/web/lib/cities.json. Run again only when the administrative divisions change:
 *
 *   (in a folder outside the repository) npm pack echarts@4.9.0 && tar xzf echarts-4.9.0.tgz && npm i pinyin-pro
 *   npx tsx scripts/cities.ts <folder>/package/map/json/china-cities.json <folder>/node_modules/pinyin-pro/dist/index.mjs
 *
 * Codes and full names come from @vant/area-data (MIT), the cities' centres and short names from the map of
 * echarts 4.9.0 (Apache-2.0; later versions carry no maps), the romanised names from pinyin-pro (MIT).
 * Neither of the last two is a dependency of the product: the result is committed.
 */
import { readFile, writeFile } from "node:fs/promises";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { areaList } from "@vant/area-data";

interface Centre {
  name: string;
  cp: [lng: number, lat: number];
}

/** An entry of the city list; the national code is `gbCityCode`, coordinates are GCJ-02 degrees as text. */
export interface CityEntry {
  /** Initials of the romanised name, for the alphabetical index. */
  abbr: string;
  /** False only for an entry that represents a whole province. */
  asCity: boolean;
  /** The chain's own code: the first four digits of the national one. */
  cityCode: string;
  cityNameEn: string;
  cityNameZh: string;
  gbCityCode: string;
  latitude: string;
  longitude: string;
  marketCode: string;
}

type Pinyin = (text: string, options: { toneType: "none"; type: "array" }) => string[];

/** Municipalities and special regions: the published code, the name and the code of the centre on the map. */
const special: readonly [code: string, nameZh: string, mapCode: string][] = [
  ["110100", "北京市", "110000"],
  ["120100", "天津市", "120000"],
  ["310100", "上海市", "310000"],
  ["500100", "重庆市", "500000"],
  ["710000", "台湾省", "710000"],
  ["810000", "香港特别行政区", "810000"],
  ["820000", "澳门特别行政区", "820000"],
];

/** Sansha was founded after the map was drawn; its seat is on Yongxing island. */
const unmapped: Readonly<Record<string, Centre>> = {
  "460300": { name: "三沙", cp: [112.338695, 16.831839] },
};

/** Spellings that do not follow pinyin. */
const customaryNames: Readonly<Record<string, string>> = {
  台湾: "Taiwan",
  香港: "Hong Kong",
  澳门: "Macau",
  哈尔滨: "Harbin",
  齐齐哈尔: "Qiqihar",
  呼和浩特: "Hohhot",
  鄂尔多斯: "Ordos",
  呼伦贝尔: "Hulunbuir",
  巴彦淖尔: "Bayannur",
  乌兰察布: "Ulanqab",
  乌鲁木齐: "Urumqi",
  克拉玛依: "Karamay",
  吐鲁番: "Turpan",
  哈密: "Hami",
  喀什: "Kashgar",
  克孜勒苏: "Kizilsu",
  博尔塔拉: "Bortala",
  巴音郭楞: "Bayingolin",
  阿克苏: "Aksu",
  和田: "Hotan",
  伊犁: "Ili",
  阿勒泰: "Altay",
  拉萨: "Lhasa",
  日喀则: "Shigatse",
  昌都: "Qamdo",
  林芝: "Nyingchi",
  那曲: "Nagqu",
  阿里: "Ngari",
  甘孜: "Garze",
  果洛: "Golog",
  兴安: "Hinggan",
  锡林郭勒: "Xilingol",
  阿拉善: "Alxa",
};

/**
 * Returns whether a code is a prefecture city; codes of areas under a province's or municipality's direct
 * rule are counties.
 */
function isPrefecture(code: string): boolean {
  return !/^(11|12|31|50|71|81|82)/.test(code) && !/^\d\d90/.test(code);
}

function entry(code: string, nameZh: string, centre: Centre, pinyin: Pinyin): CityEntry {
  const shortName = centre.name.replace(/盟$/, "");
  const syllables = pinyin(shortName, { toneType: "none", type: "array" });
  return {
    abbr: syllables.map((syllable) => syllable.charAt(0).toUpperCase()).join(""),
    asCity: code !== "710000",
    cityCode: code.slice(0, 4),
    cityNameEn: customaryNames[shortName] ?? joined(syllables),
    cityNameZh: nameZh,
    gbCityCode: code,
    latitude: centre.cp[1].toFixed(6),
    longitude: centre.cp[0].toFixed(6),
    marketCode: "",
  };
}

/**
 * Joins syllables into one capitalised word, with an apostrophe before a syllable that begins with a vowel.
 */
function joined(syllables: string[]): string {
  const pinyinText = syllables
    .map((part, place) => (place > 0 && /^[aoe]/.test(part) ? `'${part}` : part))
    .join("");
  return pinyinText.charAt(0).toUpperCase() + pinyinText.slice(1);
}

/**
 * Finds a city's centre by code, then by name: some prefectures became cities with new codes after the map
 * was drawn.
 */
function findCentre(code: string, nameZh: string, byCode: Map<string, Centre>): Centre {
  const sameCode = byCode.get(code);
  if (sameCode && nameZh.startsWith(sameCode.name.slice(0, 2))) return sameCode;
  const sameName = [...byCode.values()].find((centre) => nameZh === `${centre.name}市`);
  const centre = sameName ?? unmapped[code];
  if (!centre) throw new Error(`No centre for ${code} ${nameZh}`);
  return centre;
}

async function readCentres(path: string): Promise<Map<string, Centre>> {
  const map: { features: { id: string; properties: Centre }[] } = JSON.parse(await readFile(path, "utf8"));
  return new Map(map.features.map((feature) => [feature.id, feature.properties]));
}

async function main(mapPath: string | undefined, pinyinPath: string | undefined): Promise<void> {
  if (!mapPath || !pinyinPath)
    throw new Error("Usage: tsx scripts/cities.ts <china-cities.json> <pinyin-pro index.mjs>");
  const byCode = await readCentres(mapPath);
  const { pinyin }: { pinyin: Pinyin } = await import(pathToFileURL(resolve(pinyinPath)).href);
  const prefectures = Object.entries(areaList.city_list)
    .filter(([code]) => isPrefecture(code))
    .map(([code, nameZh]) => entry(code, nameZh, findCentre(code, nameZh, byCode), pinyin));
  const others = special.map(([code, nameZh, mapCode]) =>
    entry(code, nameZh, findCentre(mapCode, nameZh, byCode), pinyin),
  );
  const cities = [...prefectures, ...others].sort((a, b) => a.gbCityCode.localeCompare(b.gbCityCode));
  const lines = cities.map((city) => JSON.stringify(city)).join(",\n");
  await writeFile(new URL("../src/web/lib/cities.json", import.meta.url), `[\n${lines}\n]\n`);
  console.log(`${cities.length} cities`);
}

await main(process.argv[2], process.argv[3]);
