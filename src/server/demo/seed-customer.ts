import { initialSettings } from "#contract/chain-settings/chain-settings.ts";
import { distanceMetres } from "#contract/distance.ts";
import { consentTextNames } from "#contract/legal/texts.ts";
import { sumPrice } from "#contract/order/amounts.ts";
import { findById as findRestaurantById } from "../modules/restaurant/restaurant.repository.ts";
import { findDishesById } from "../modules/voucher/voucher.repository.ts";
import type { QueryRunner } from "../platform/database/Database.ts";
import { newId, randomCode, randomDigits } from "../platform/security/ids.ts";
import { addMs } from "../platform/time/clock.ts";
import { toLocalTime } from "../platform/time/local-time.ts";
import { addresses, users } from "../schema/accounts.ts";
import { orderHistory, orderItems, orders } from "../schema/orders.ts";
import { paymentAttempts } from "../schema/payments.ts";
import { consents } from "../schema/settings.ts";
import type { DemoAddress, DemoCustomer, DemoOrder } from "./demo-customer.ts";

const dayMs = 86_400_000;
const minuteMs = 60_000;

type AddressRow = typeof addresses.$inferInsert;

/** Inserts a demo customer with addresses and past orders; returns their id. */
export async function seedCustomer(
  tx: QueryRunner,
  customer: DemoCustomer,
  now: Date,
  joinedAt = addMs(now, -90 * dayMs),
): Promise<string> {
  const userId = newId();
  await tx.insert(users).values({
    id: userId,
    phone: customer.phone,
    nickname: customer.nickname,
    inviteCode: randomCode(8),
    createdAt: joinedAt,
  });
  const agreed = { userId, version: 0, action: "agreed", via: "sms_login", createdAt: joinedAt } as const;
  await tx.insert(consents).values(consentTextNames.map((document) => ({ ...agreed, document })));
  const rows = customer.addresses.map((address, nth) => toAddressRow(userId, address, addMs(joinedAt, nth)));
  if (rows.length > 0) await tx.insert(addresses).values(rows);
  const home = rows.find((row) => row.isDefault);
  for (const order of customer.orders) await seedOrder(tx, userId, order, home, now);
  return userId;
}

function toAddressRow(userId: string, address: DemoAddress, at: Date): AddressRow {
  const { poi } = address;
  const [lng = 0, lat = 0] = poi.location.split(",").map(Number);
  return {
    id: newId(),
    userId,
    recipient: address.recipient,
    phone: address.phone,
    location: address.location,
    details: address.details,
    houseNumber: address.houseNumber,
    isDefault: address.isDefault,
    lat,
    lng,
    poiId: poi.id,
    poiName: poi.name,
    poiAddress: poi.address,
    poiLocation: poi.location,
    poiAdcode: poi.adcode,
    poiCitycode: poi.citycode,
    poiCityname: poi.cityname,
    poiAdname: poi.adname,
    poiPname: poi.pname,
    poiType: poi.type,
    poiTypecode: poi.typecode,
    createdAt: at,
    updatedAt: at,
  };
}

/** Returns what is ordered, as the menu has it; null if something was removed from it. */
async function toOrderLines(tx: QueryRunner, order: DemoOrder) {
  const found = await findDishesById(
    tx,
    order.items.map(({ id }) => id),
  );
  const lines = order.items.flatMap((item, index) => {
    const dish = found.get(item.id);
    if (dish === undefined) return [];
    const { id: dishId, spuName, name, specName, image, priceFen, originalPriceFen } = dish;
    return {
      line: index + 1,
      dishId,
      name: spuName ?? name,
      specName,
      image,
      priceFen,
      originalPriceFen: originalPriceFen ?? priceFen,
      quantity: item.quantity,
    };
  });
  return lines.length === order.items.length ? lines : null;
}

/** Inserts a past order, unless its restaurant or one of its dishes is not there. */
async function seedOrder(
  tx: QueryRunner,
  userId: string,
  order: DemoOrder,
  home: AddressRow | undefined,
  now: Date,
) {
  const store = await findRestaurantById(tx, order.restaurantId);
  const lines = await toOrderLines(tx, order);
  if (store === undefined || lines === null) return;
  const id = newId();
  const createdAt = addMs(now, -order.daysAgo * dayMs);
  const address = order.orderType === "takeaway" ? home : undefined;
  const distanceM = address ? distanceMetres(store, address) : null;
  const goodsFen = lines.reduce((sum, line) => sum + line.priceFen * line.quantity, 0);
  const isDelivered = distanceM !== null && goodsFen < initialSettings.delivery.free_from;
  const deliveryFeeFen = isDelivered ? initialSettings.delivery.fee : 0;
  const { totalFen, payFen } = sumPrice({ goodsFen, deliveryFeeFen, packingFeeFen: 0, pointsFen: 0 });
  const isDone = order.status === "completed";
  const orderNo = `${toLocalTime(createdAt).date.replaceAll("-", "").slice(2)}${randomDigits(12)}`;
  await tx.insert(orders).values({
    id,
    orderNo,
    publicId: newId(),
    userId,
    restaurantId: store.id,
    type: order.orderType,
    status: order.status,
    refundStatus: "none",
    version: isDone ? 4 : 2,
    goodsFen,
    originalFen: lines.reduce((sum, line) => sum + line.originalPriceFen * line.quantity, 0),
    deliveryFeeFen,
    totalFen,
    payFen,
    paidFen: isDone ? payFen : 0,
    paymentMethod: isDone ? "wechat" : null,
    remark: order.remark,
    tablewareCount: 1,
    soldoutPolicy: "contact",
    address: address
      ? {
          recipient: address.recipient,
          phone: address.phone,
          address: `${address.location} ${address.details}`,
          houseNumber: address.houseNumber,
          street: address.poiAddress,
          lat: address.lat,
          lng: address.lng,
        }
      : null,
    restaurant: {
      id: store.id,
      name: store.name,
      address: store.address,
      phone: store.phone,
      lat: store.lat,
      lng: store.lng,
    },
    distanceM,
    pickupCode: isDone ? `W0${randomDigits(2)}` : null,
    createdAt,
    ...toTimestamps(createdAt, isDone),
  });
  await tx.insert(orderItems).values(lines.map((line) => ({ orderId: id, ...line })));
  await tx.insert(orderHistory).values(toHistory(id, createdAt, isDone));
  if (isDone) await tx.insert(paymentAttempts).values(toPaymentAttempt(id, orderNo, payFen, createdAt));
}

function toTimestamps(createdAt: Date, isDone: boolean) {
  if (!isDone) return { cancelledAt: addMs(createdAt, 15 * minuteMs), cancelReason: "超时未支付" };
  return {
    paidAt: addMs(createdAt, minuteMs),
    acceptedAt: addMs(createdAt, 2 * minuteMs),
    completedAt: addMs(createdAt, 40 * minuteMs),
  };
}

function toHistory(orderId: string, createdAt: Date, isDone: boolean): (typeof orderHistory.$inferInsert)[] {
  const steps = isDone
    ? ([
        ["pending_payment", "paid", 1],
        ["paid", "accepted", 2],
        ["accepted", "completed", 40],
      ] as const)
    : ([["pending_payment", "cancelled", 15]] as const);
  const first = {
    orderId,
    field: "status" as const,
    to: "pending_payment",
    version: 1,
    actor: "customer" as const,
  };
  return [
    { ...first, createdAt },
    ...steps.map(([from, to, minutes], index) => ({
      orderId,
      field: "status" as const,
      from,
      to,
      version: index + 2,
      actor: "system" as const,
      reason: to === "cancelled" ? "超时未支付" : null,
      createdAt: addMs(createdAt, minutes * minuteMs),
    })),
  ];
}

/** Builds the payment of a past order; its trade number begins with DEMO and is unknown to any provider. */
function toPaymentAttempt(
  orderId: string,
  orderNo: string,
  amountFen: number,
  at: Date,
): typeof paymentAttempts.$inferInsert {
  return {
    id: newId(),
    orderId,
    outTradeNo: `DEMO${orderNo}`,
    channel: "h5",
    amountFen,
    state: "success",
    clientIp: "127.0.0.1",
    transactionId: `DEMO${orderNo}`,
    createdAt: at,
    succeededAt: addMs(at, minuteMs),
  };
}
