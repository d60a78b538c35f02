import type { DayPart } from "#contract/constants.ts";
import { barDishes } from "./bar.dishes.ts";
import { demoCategories } from "./demo-categories.ts";
import { demoCustomers, demoStaff } from "./demo-people.ts";
import { eastRestaurants } from "./east.restaurants.ts";
import { inlandRestaurants } from "./inland.restaurants.ts";
import { lightDishes } from "./light.dishes.ts";
import { mealDishes } from "./meal.dishes.ts";
import { morningDishes } from "./morning.dishes.ts";
import { shanghaiRestaurants } from "./shanghai.restaurants.ts";
import { snackDishes } from "./snack.dishes.ts";
import { southRestaurants } from "./south.restaurants.ts";
import { sweetDishes } from "./sweet.dishes.ts";

/** A restaurant; coordinates are GCJ-02, hours "HH:mm" where an end before the start runs past midnight. */
export interface DemoRestaurant {
  /** Two letters of the city and a number, such as "SH001". */
  storecode: string;
  name: string;
  address: string;
  cityName: string;
  districtName: string;
  gbCityCode: string;
  lat: number;
  lng: number;
  phone: string;
  startTime: string;
  /** "24:00" is the end of the day; "00:00" to "24:00" never closes. */
  endTime: string;
  acceptsOrders: boolean;
  /** Minutes for which the restaurant is paused, counted from seeding. */
  pausedMinutes: number | null;
  pauseReason: string | null;
  deliveryRadiusM: number;
  /** Closed ring of [longitude, latitude] that takes precedence over the radius. */
  deliveryPolygon: [number, number][] | null;
  delivers: boolean;
  slotCapacity: number;
}

/** A menu category; the icon is a path on this site. */
export interface DemoCategory {
  id: string;
  name: string;
  rank: number;
  icon: string;
  tint: 0 | 1 | 2 | 3 | 4 | 5;
}

/** An orderable item; items with the same `spuId` are variants of one menu card. Prices are in fen. */
export interface DemoDish {
  /** Numeric text: five digits for a dish without variants, six for a variant. */
  id: string;
  spuId: string | null;
  spuName: string | null;
  specName: string | null;
  /** Full name; a variant's includes its spec in brackets. */
  name: string;
  categoryId: string;
  priceFen: number;
  originalPriceFen: number | null;
  description: string;
  image: string;
  /** Null means served all day. */
  dayParts: DayPart[] | null;
  /** Null means unlimited, zero sold out. */
  stock: number | null;
  takeaway: boolean;
  inStore: boolean;
  sales: number;
}

/** An entry of the staff allow-list; only the role "store" belongs to a restaurant. */
export interface DemoStaff {
  phone: string;
  name: string;
  role: "agent" | "store" | "admin";
  storecode: string | null;
}

/** A place in the shape of the place search; `location` is "longitude,latitude" in GCJ-02. */
export interface DemoPoi {
  id: string;
  name: string;
  address: string;
  location: string;
  adcode: string;
  citycode: string;
  cityname: string;
  adname: string;
  pname: string;
  type: string;
  typecode: string;
}

/** A delivery address; `location` is province, city and district joined by spaces. */
export interface DemoAddress {
  recipient: string;
  phone: string;
  location: string;
  details: string;
  houseNumber: string;
  poi: DemoPoi;
  isDefault: boolean;
}

/** A past order; its items are dish ids of this chain, takeaway goes to the customer's default address. */
export interface DemoOrder {
  daysAgo: number;
  storecode: string;
  orderType: "takeaway" | "pickup";
  status: "completed" | "cancelled";
  items: { id: string; quantity: number }[];
  remark: string;
}

/** A customer with addresses (exactly one of them the default) and an order history. */
export interface DemoCustomer {
  phone: string;
  nickname: string;
  addresses: DemoAddress[];
  orders: DemoOrder[];
}

/** The invented chain that a fresh installation starts with; its restaurants share one menu. */
export const demoChain: {
  stores: DemoRestaurant[];
  categories: DemoCategory[];
  dishes: DemoDish[];
  staff: DemoStaff[];
  customers: DemoCustomer[];
} = {
  stores: [...shanghaiRestaurants, ...inlandRestaurants, ...southRestaurants, ...eastRestaurants],
  categories: demoCategories,
  dishes: [...morningDishes, ...mealDishes, ...snackDishes, ...lightDishes, ...barDishes, ...sweetDishes],
  staff: demoStaff,
  customers: demoCustomers,
};
