import { aroundTheClock, toRestaurants } from "./demo-restaurant.ts";

const beijing = { prefix: "BJ", cityName: "北京市", gbCityCode: "110100", areaCode: "010" };
const wuhan = { prefix: "WH", cityName: "武汉市", gbCityCode: "420100", areaCode: "027" };
const chengdu = { prefix: "CD", cityName: "成都市", gbCityCode: "510100", areaCode: "028" };

const guomaoZone: [number, number][] = [
  [116.4382, 39.9221],
  [116.4603, 39.9278],
  [116.4861, 39.9195],
  [116.4884, 39.8992],
  [116.4617, 39.8934],
  [116.4395, 39.9003],
  [116.4382, 39.9221],
];

const beijingRestaurants = toRestaurants(beijing, [
  [
    "001",
    "国贸",
    "朝阳区",
    "北京市朝阳区建国门外大街1号国贸商城B1层",
    39.9092,
    116.4596,
    { deliveryPolygon: guomaoZone, slotCapacity: 40 },
  ],
  [
    "002",
    "三里屯",
    "朝阳区",
    "北京市朝阳区三里屯路19号南区B1层",
    39.9338,
    116.4546,
    { startTime: "10:00", endTime: "02:00" },
  ],
  ["003", "望京", "朝阳区", "北京市朝阳区望京街10号SOHO塔1座1层", 39.9964, 116.4808],
  ["004", "中关村", "海淀区", "北京市海淀区中关村大街15号B1层", 39.9811, 116.3159, { startTime: "06:30" }],
  ["005", "五道口", "海淀区", "北京市海淀区成府路28号优盛大厦1层", 39.9921, 116.3388, aroundTheClock],
  ["006", "西单", "西城区", "北京市西城区西单北大街131号B2层", 39.9116, 116.3743, { startTime: "09:30" }],
  [
    "007",
    "亦庄",
    "大兴区",
    "北京市大兴区荣华南路2号大族广场1层",
    39.7951,
    116.5062,
    { endTime: "20:30", deliveryRadiusM: 6000 },
  ],
]);

const wuhanRestaurants = toRestaurants(wuhan, [
  ["001", "江汉路", "江岸区", "武汉市江岸区江汉路128号1层", 30.5812, 114.2903, { endTime: "23:00" }],
  ["002", "楚河汉街", "武昌区", "武汉市武昌区楚河南路18号1层", 30.5549, 114.3451, { startTime: "09:00" }],
  ["003", "光谷", "洪山区", "武汉市洪山区珞喻路726号世界城B1层", 30.5061, 114.3984, { endTime: "24:00" }],
  ["004", "户部巷", "武昌区", "武汉市武昌区解放路423号", 30.5478, 114.2991, { startTime: "05:30" }],
]);

const chengduRestaurants = toRestaurants(chengdu, [
  ["001", "春熙路", "锦江区", "成都市锦江区春熙路南段8号1层", 30.6563, 104.0789, { endTime: "23:00" }],
  [
    "002",
    "太古里",
    "锦江区",
    "成都市锦江区中纱帽街8号B1层",
    30.6541,
    104.0838,
    { startTime: "10:00", endTime: "01:00" },
  ],
  ["003", "宽窄巷子", "青羊区", "成都市青羊区长顺上街127号", 30.6684, 104.0563, { startTime: "08:00" }],
  ["004", "天府三街", "武侯区", "成都市武侯区天府三街199号1层", 30.5476, 104.0648, { endTime: "21:00" }],
  [
    "005",
    "建设路",
    "成华区",
    "成都市成华区建设路10号伊藤广场1层",
    30.6717,
    104.1026,
    { startTime: "11:00", endTime: "03:00" },
  ],
]);

/** The restaurants in Beijing, Wuhan and Chengdu. */
export const inlandRestaurants = [...beijingRestaurants, ...wuhanRestaurants, ...chengduRestaurants];
