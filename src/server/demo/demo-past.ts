import type { OrderType } from "#contract/order/status.ts";
import type { DemoCustomer } from "./demo-customer.ts";
import { addressAt, lane } from "./demo-people.ts";
import { type DemoMemberCard, demoPinHash } from "./seed-member-cards.ts";

/** An order that is paid by the customer's member card, or by a voucher. No provider knows of it. */
export interface PaidOrder {
  restaurantId: string;
  type: OrderType;
  items: { id: string; quantity: number }[];
  /** Points that pay a part of it. */
  points?: number;
  addressId?: string;
  tableNo?: string;
  voucherId?: string;
  remark?: string;
}

/** A customer whose past was made by the services: something is on each of their screens. */
export interface DemoPast {
  customer: DemoCustomer;
  card: DemoMemberCard;
  /** Customers whom they invited: when these joined, ordered (days ago, null for not yet), and were rewarded. */
  friends: DemoFriend[];
}

interface DemoFriend {
  customer: DemoCustomer;
  /** What they pay with. */
  card: DemoMemberCard;
  joined: number;
  ordered: number | null;
  rewarded: number | null;
}

type FriendDays = Pick<DemoFriend, "joined" | "ordered" | "rewarded">;

/** Returns a friend; phone number and card end in the same digit. */
function friend(digit: number, nickname: string, days: FriendDays): DemoFriend {
  const phone = `1380013800${digit}`;
  const number = `880010002000300${digit}`;
  return {
    customer: { phone, nickname, addresses: [], orders: [] },
    card: { number, pinHash: demoPinHash, balanceFen: 10_000, phone },
    ...days,
  };
}

/** The demo's customer with something on each screen; orders and conversation are in `seed-past.ts`. */
export const demoPast: DemoPast = {
  customer: {
    phone: "13800138003",
    nickname: "林夏",
    addresses: [
      addressAt(lane, { recipient: "林夏", phone: "13800138003", houseNumber: "8号602室", isDefault: true }),
    ],
    orders: [],
  },
  card: { number: "8800100020003003", pinHash: demoPinHash, balanceFen: 50_000, phone: "13800138003" },
  friends: [
    friend(4, "小鱼", { joined: 55, ordered: 54, rewarded: 47 }),
    friend(5, "阿远", { joined: 53, ordered: 52, rewarded: 45 }),
    friend(6, "团子", { joined: 51, ordered: 50, rewarded: 43 }),
    friend(7, "老周", { joined: 6, ordered: 5, rewarded: null }),
    friend(8, "可可", { joined: 1, ordered: null, rewarded: null }),
  ],
};
