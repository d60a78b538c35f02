import { aroundTheClock, toRestaurants } from "./demo-restaurant.ts";

const guangzhou = { prefix: "GZ", cityName: "广州市", gbCityCode: "440100", areaCode: "020" };
const shenzhen = { prefix: "SZ", cityName: "深圳市", gbCityCode: "440300", areaCode: "0755" };

const techParkZone: [number, number][] = [
  [113.9356, 22.5521],
  [113.9562, 22.5588],
  [113.9714, 22.5463],
  [113.9681, 22.5289],
  [113.9437, 22.5263],
  [113.9356, 22.5521],
];

const guangzhouRestaurants = toRestaurants(guangzhou, [
  ["001", "体育西", "天河区", "广州市天河区天河路208号天河城B1层", 23.1321, 113.3229, { endTime: "23:00" }],
  ["002", "珠江新城", "天河区", "广州市天河区花城大道85号L1层", 23.1189, 113.3246, { slotCapacity: 40 }],
  ["003", "北京路", "越秀区", "广州市越秀区北京路238号1层", 23.1226, 113.2697, aroundTheClock],
  [
    "004",
    "江南西",
    "海珠区",
    "广州市海珠区江南西路21号临街",
    23.0972,
    113.2718,
    { startTime: "11:00", endTime: "02:00" },
  ],
  ["005", "万博", "番禺区", "广州市番禺区汉溪大道东368号B1层", 23.0046, 113.3467, { startTime: "09:00" }],
]);

const shenzhenRestaurants = toRestaurants(shenzhen, [
  ["001", "会展中心", "福田区", "深圳市福田区福华三路268号1层", 22.5341, 114.0602, { startTime: "06:30" }],
  [
    "002",
    "科技园",
    "南山区",
    "深圳市南山区科苑路15号科兴科学园1层",
    22.5479,
    113.9436,
    { endTime: "24:00", deliveryPolygon: techParkZone, slotCapacity: 40 },
  ],
  ["003", "海岸城", "南山区", "深圳市南山区文心五路33号B1层", 22.5176, 113.9369, { startTime: "10:00" }],
  [
    "004",
    "东门",
    "罗湖区",
    "深圳市罗湖区东门中路2047号1层",
    22.5468,
    114.1187,
    { acceptsOrders: false, pauseReason: "新店筹备中，暂不接单" },
  ],
  [
    "005",
    "宝安中心",
    "宝安区",
    "深圳市宝安区新湖路99号壹方城L1层",
    22.5538,
    113.8853,
    { startTime: "08:00" },
  ],
]);

/** The restaurants in Guangzhou and Shenzhen. */
export const southRestaurants = [...guangzhouRestaurants, ...shenzhenRestaurants];
