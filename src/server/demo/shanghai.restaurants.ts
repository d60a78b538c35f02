import { aroundTheClock, earlyAndLate, toRestaurants } from "./demo-restaurant.ts";

const shanghai = { prefix: "SH", cityName: "上海市", gbCityCode: "310100", areaCode: "021" };

const xujiahuiZone: [number, number][] = [
  [121.4121, 31.2092],
  [121.4376, 31.2165],
  [121.4632, 31.2071],
  [121.4668, 31.1836],
  [121.4473, 31.1662],
  [121.4187, 31.1704],
  [121.4121, 31.2092],
];

const lujiazuiZone: [number, number][] = [
  [121.4925, 31.2418],
  [121.5043, 31.2507],
  [121.5302, 31.2442],
  [121.5338, 31.2241],
  [121.5106, 31.2173],
  [121.4925, 31.2418],
];

/** The restaurants in Shanghai; those around Xujiahui are open late or never close. */
export const shanghaiRestaurants = toRestaurants(shanghai, [
  [
    "001",
    "徐家汇",
    "徐汇区",
    "上海市徐汇区虹桥路1号港汇广场B1层",
    31.1946,
    121.4372,
    { ...aroundTheClock, deliveryPolygon: xujiahuiZone, slotCapacity: 30 },
  ],
  ["002", "上海体育馆", "徐汇区", "上海市徐汇区天钥桥路666号1层", 31.1829, 121.4401, aroundTheClock],
  ["003", "宜山路", "徐汇区", "上海市徐汇区宜山路333号汇鑫大厦1层", 31.1869, 121.4273, earlyAndLate],
  ["004", "衡山路", "徐汇区", "上海市徐汇区衡山路922号临街", 31.2018, 121.4446, earlyAndLate],
  ["005", "龙华", "徐汇区", "上海市徐汇区龙华路2778号龙华会L1层", 31.1762, 121.4519, earlyAndLate],
  [
    "006",
    "漕河泾",
    "徐汇区",
    "上海市徐汇区田林路388号新业大楼1层",
    31.1722,
    121.4011,
    { startTime: "06:30", endTime: "21:00", deliveryRadiusM: 3000 },
  ],
  ["007", "静安寺", "静安区", "上海市静安区南京西路1618号B2层", 31.2238, 121.4456, { endTime: "23:00" }],
  [
    "008",
    "人民广场",
    "黄浦区",
    "上海市黄浦区西藏中路268号来福士广场B1层",
    31.2336,
    121.4758,
    { startTime: "10:00" },
  ],
  [
    "009",
    "陆家嘴",
    "浦东新区",
    "上海市浦东新区世纪大道8号国金中心LG2层",
    31.2361,
    121.5021,
    { deliveryPolygon: lujiazuiZone, slotCapacity: 40 },
  ],
  [
    "010",
    "五角场",
    "杨浦区",
    "上海市杨浦区邯郸路600号万达广场B1层",
    31.3012,
    121.5137,
    { pausedMinutes: 90, pauseReason: "厨房设备检修，稍后恢复接单" },
  ],
  [
    "011",
    "虹桥火车站",
    "闵行区",
    "上海市闵行区申贵路1500号到达层",
    31.1945,
    121.3206,
    { startTime: "05:30", endTime: "23:30", delivers: false },
  ],
  ["012", "中山公园", "长宁区", "上海市长宁区长宁路1018号龙之梦B2层", 31.2197, 121.4168],
  [
    "013",
    "寿宁路夜宵",
    "黄浦区",
    "上海市黄浦区寿宁路68号",
    31.2218,
    121.4803,
    { startTime: "16:00", endTime: "04:00" },
  ],
]);
