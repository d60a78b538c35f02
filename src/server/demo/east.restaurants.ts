import { aroundTheClock, toRestaurants } from "./demo-restaurant.ts";

const hangzhou = { prefix: "HZ", cityName: "杭州市", gbCityCode: "330100", areaCode: "0571" };
const nanjing = { prefix: "NJ", cityName: "南京市", gbCityCode: "320100", areaCode: "025" };

const hangzhouRestaurants = toRestaurants(hangzhou, [
  ["001", "湖滨", "上城区", "杭州市上城区东坡路7号湖滨银泰B1层", 30.2548, 120.1638, { startTime: "10:00" }],
  ["002", "武林", "拱墅区", "杭州市拱墅区延安路530号B1层", 30.2729, 120.1643],
  ["003", "滨江", "滨江区", "杭州市滨江区江南大道228号星光大道1层", 30.2089, 120.2113, { endTime: "24:00" }],
  [
    "004",
    "未来科技城",
    "余杭区",
    "杭州市余杭区文一西路998号海创园1层",
    30.2793,
    120.0134,
    { pausedMinutes: 45, pauseReason: "订单较多，厨房正在赶制" },
  ],
  [
    "005",
    "钱江新城",
    "上城区",
    "杭州市上城区富春路701号万象城B1层",
    30.2513,
    120.2138,
    { startTime: "09:00" },
  ],
]);

const nanjingRestaurants = toRestaurants(nanjing, [
  ["001", "新街口", "秦淮区", "南京市秦淮区中山南路79号B1层", 32.0408, 118.7841, { endTime: "23:00" }],
  [
    "002",
    "夫子庙",
    "秦淮区",
    "南京市秦淮区贡院街118号",
    32.0208,
    118.7893,
    { startTime: "09:00", endTime: "01:30", delivers: false },
  ],
  ["003", "河西", "建邺区", "南京市建邺区江东中路98号万达广场1层", 32.0337, 118.7392, aroundTheClock],
  [
    "004",
    "仙林",
    "栖霞区",
    "南京市栖霞区学海路1号金鹰湖滨B1层",
    32.0958,
    118.9107,
    { deliveryRadiusM: 4000 },
  ],
]);

/** The restaurants in Hangzhou and Nanjing. */
export const eastRestaurants = [...hangzhouRestaurants, ...nanjingRestaurants];
