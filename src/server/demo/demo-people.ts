import type { DemoAddress, DemoCustomer, DemoPoi } from "./demo-customer.ts";

/** An administrator; an import of staff adds none. */
export interface DemoAdmin {
  phone: string;
  name: string;
}

/** The head office, and the account used by the sandbox's kitchen. */
export const demoAdmins: DemoAdmin[] = [
  { phone: "13900000003", name: "许店长" },
  { phone: "13900000009", name: "后厨" },
];

const xuhui = { adcode: "310104", citycode: "021", cityname: "上海市", adname: "徐汇区", pname: "上海市" };
const home = { type: "商务住宅;住宅区;住宅小区", typecode: "120302" };
const officeBuilding = { type: "商务住宅;楼宇;商务写字楼", typecode: "120201" };

const garden: DemoPoi = {
  ...xuhui,
  ...home,
  id: "DEMO000001",
  name: "漕溪新苑",
  address: "漕溪北路750弄",
  location: "121.437000,31.189800",
};

const tower: DemoPoi = {
  ...xuhui,
  ...officeBuilding,
  id: "DEMO000002",
  name: "汇银大楼",
  address: "肇嘉浜路1029号",
  location: "121.441600,31.195200",
};

/** A place in Shanghai to which the restaurants of the demo deliver. */
export const lane: DemoPoi = {
  ...xuhui,
  ...home,
  id: "DEMO000003",
  name: "天钥桥路小区",
  address: "天钥桥路380弄",
  location: "121.441900,31.188400",
};

const campus: DemoPoi = {
  ...officeBuilding,
  id: "DEMO000004",
  name: "望京塔楼",
  address: "望京街10号",
  location: "116.480200,39.995700",
  adcode: "110105",
  citycode: "010",
  cityname: "北京市",
  adname: "朝阳区",
  pname: "北京市",
};

/** Returns an address at a place. */
export function addressAt(
  poi: DemoPoi,
  rest: Omit<DemoAddress, "poi" | "location" | "details">,
): DemoAddress {
  return { ...rest, location: `${poi.pname} ${poi.cityname} ${poi.adname}`, details: poi.name, poi };
}

const xiaoman: DemoCustomer = {
  phone: "13800138000",
  nickname: "小满",
  addresses: [
    addressAt(garden, {
      recipient: "小满",
      phone: "13800138000",
      houseNumber: "6号楼1203室",
      isDefault: true,
    }),
    addressAt(tower, {
      recipient: "陈小满",
      phone: "13800138000",
      houseNumber: "A座18层前台",
      isDefault: false,
    }),
  ],
  orders: [
    {
      daysAgo: 1,
      restaurantId: "SH001",
      orderType: "takeaway",
      status: "completed",
      items: [
        { id: "102011", quantity: 1 },
        { id: "108021", quantity: 1 },
        { id: "10507", quantity: 1 },
      ],
      remark: "少辣，谢谢",
    },
    {
      daysAgo: 4,
      restaurantId: "SH002",
      orderType: "pickup",
      status: "completed",
      items: [
        { id: "107022", quantity: 2 },
        { id: "10905", quantity: 1 },
      ],
      remark: "",
    },
    {
      daysAgo: 9,
      restaurantId: "SH001",
      orderType: "takeaway",
      status: "cancelled",
      items: [
        { id: "103012", quantity: 1 },
        { id: "104021", quantity: 1 },
      ],
      remark: "不要香菜",
    },
    {
      daysAgo: 15,
      restaurantId: "SH003",
      orderType: "pickup",
      status: "completed",
      items: [
        { id: "106011", quantity: 1 },
        { id: "107011", quantity: 1 },
      ],
      remark: "沙拉酱另放",
    },
    {
      daysAgo: 27,
      restaurantId: "SH001",
      orderType: "takeaway",
      status: "completed",
      items: [
        { id: "10205", quantity: 2 },
        { id: "104061", quantity: 1 },
        { id: "108011", quantity: 2 },
      ],
      remark: "放门口就好",
    },
  ],
};

const ahe: DemoCustomer = {
  phone: "13800138001",
  nickname: "阿禾",
  addresses: [
    addressAt(lane, { recipient: "阿禾", phone: "13800138001", houseNumber: "12号401室", isDefault: true }),
  ],
  orders: [
    {
      daysAgo: 2,
      restaurantId: "SH002",
      orderType: "takeaway",
      status: "completed",
      items: [
        { id: "103051", quantity: 1 },
        { id: "10809", quantity: 1 },
      ],
      remark: "",
    },
    {
      daysAgo: 6,
      restaurantId: "SH001",
      orderType: "pickup",
      status: "completed",
      items: [
        { id: "10904", quantity: 2 },
        { id: "107061", quantity: 1 },
      ],
      remark: "蛋挞请热一下",
    },
  ],
};

const momo: DemoCustomer = {
  phone: "13800138002",
  nickname: "沫沫",
  addresses: [
    addressAt(campus, { recipient: "沫沫", phone: "13800138002", houseNumber: "2座9层901", isDefault: true }),
  ],
  orders: [
    {
      daysAgo: 3,
      restaurantId: "BJ003",
      orderType: "takeaway",
      status: "completed",
      items: [
        { id: "102021", quantity: 1 },
        { id: "10902", quantity: 1 },
      ],
      remark: "送到前台",
    },
    {
      daysAgo: 11,
      restaurantId: "BJ003",
      orderType: "pickup",
      status: "cancelled",
      items: [{ id: "107031", quantity: 1 }],
      remark: "",
    },
  ],
};

/** Customers of the demo; the demo logs in as the first. */
export const demoCustomers: DemoCustomer[] = [xiaoman, ahe, momo];
