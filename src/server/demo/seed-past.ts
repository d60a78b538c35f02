import { findDefault } from "../modules/address/address.repository.ts";
import { toggleFavourite } from "../modules/restaurant/restaurant.repository.ts";
import { findById as findUser } from "../modules/user/user.repository.ts";
import { insert as insertVouchers } from "../modules/voucher/voucher.repository.ts";
import { generateVoucherNumber } from "../modules/voucher/voucher-number.rules.ts";
import { addMs } from "../platform/time/clock.ts";
import type { Seeding } from "./DemoSection.ts";
import type { DemoPast, PaidOrder } from "./demo-past.ts";
import { PastServices } from "./PastServices.ts";
import { seedCustomer } from "./seed-customer.ts";
import { seedMemberCard } from "./seed-member-cards.ts";

const dayMs = 86_400_000;
const joinedDaysAgo = 60;

/** The customer and what their orders need. */
interface Person {
  userId: string;
  inviteCode: string;
  addressId: string;
}

/** A step of the past: what is done, and when. */
interface Step {
  daysAgo: number;
  hour: number;
  run: () => Promise<void>;
}

/**
 * Adds a customer with a past: its steps are done in their order through the services, each with the clock of its time,
 * so that all ledgers agree. Throws AppError for what people's changes of the chain do not allow.
 */
export async function seedPast(seeding: Seeding, past: DemoPast): Promise<void> {
  const services = new PastServices(seeding);
  const person = await join(seeding, services, past);
  const steps = [
    ...listInvites(seeding, services, past, person),
    ...listOrders(seeding, services, person),
    { daysAgo: 40, hour: 10, run: () => services.withdraw(person.userId, 1_000) },
    { daysAgo: 9, hour: 12, run: () => complain(services, person) },
  ];
  for (const { daysAgo, hour, run } of steps.sort((a, b) => b.daysAgo - a.daysAgo || a.hour - b.hour)) {
    services.goTo(daysAgo, hour);
    await run();
  }
}

/** Lets the customer sign up, bind a card and mark favourites. */
async function join(
  { tx, now }: Seeding,
  services: PastServices,
  { customer, card }: DemoPast,
): Promise<Person> {
  services.goTo(joinedDaysAgo, 12);
  const userId = await seedCustomer(tx, customer, now, services.now);
  services.goTo(joinedDaysAgo - 1, 12);
  await seedMemberCard(tx, card, services.now);
  for (const restaurantId of ["SH003", "SH001"]) {
    services.goTo(joinedDaysAgo - 2, restaurantId === "SH001" ? 19 : 12);
    await toggleFavourite(tx, userId, restaurantId, services.now);
  }
  const inviteCode = (await findUser(tx, userId))?.inviteCode;
  const addressId = (await findDefault(tx, userId))?.id;
  if (inviteCode === undefined || addressId === undefined)
    throw new Error("the demo's customer is not complete");
  return { userId, inviteCode, addressId };
}

/** Lists what the invited customers do: they join, accept the invite, order, and both are rewarded. */
function listInvites(
  { tx, now }: Seeding,
  services: PastServices,
  { friends }: DemoPast,
  { inviteCode }: Person,
): Step[] {
  const firstOrder: PaidOrder = {
    restaurantId: "SH002",
    type: "pickup",
    items: [
      { id: "10205", quantity: 1 },
      { id: "107011", quantity: 1 },
    ],
  };
  return friends.flatMap(({ customer, card, joined, ordered, rewarded }) => {
    let userId = "";
    let orderId = "";
    const accept = async () => {
      userId = await seedCustomer(tx, customer, now, services.now);
      await seedMemberCard(tx, card, services.now);
      await services.acceptInvite(userId, inviteCode);
    };
    const order = async () => {
      orderId = await services.order(userId, firstOrder);
    };
    return [
      { daysAgo: joined, hour: 20, run: accept },
      ...(ordered === null ? [] : [{ daysAgo: ordered, hour: 12, run: order }]),
      ...(rewarded === null
        ? []
        : [{ daysAgo: rewarded, hour: 13, run: () => services.rewardInvite(orderId) }]),
    ];
  });
}

/** Lists the customer's orders of all types, each at an hour of its day. */
function listOrders({ tx }: Seeding, services: PastServices, { userId, addressId }: Person): Step[] {
  const takeaway = { restaurantId: "SH001", type: "takeaway", addressId } as const;
  const order = (daysAgo: number, hour: number, paid: PaidOrder): Step => ({
    daysAgo,
    hour,
    run: async () => {
      await services.order(userId, paid);
    },
  });
  const rice = [
    { id: "102011", quantity: 1 },
    { id: "108021", quantity: 1 },
    { id: "10507", quantity: 1 },
  ];
  const coffee = [{ id: "107022", quantity: 2 }];
  return [
    order(46, 18, { ...takeaway, items: rice, remark: "少辣，谢谢" }),
    order(30, 15, { restaurantId: "SH002", type: "pickup", items: coffee }),
    order(21, 12, {
      restaurantId: "SH001",
      type: "dine_in",
      items: rice,
      points: 200,
      tableNo: "A08",
    }),
    {
      daysAgo: 12,
      hour: 18,
      run: async () => {
        const orderId = await services.pay(userId, { ...takeaway, items: rice });
        await services.cancel(userId, orderId);
      },
    },
    { daysAgo: 6, hour: 12, run: () => redeemVoucher(tx, services, userId) },
    order(3, 15, { restaurantId: "SH002", type: "pickup", items: coffee }),
    order(1, 18, { ...takeaway, items: rice, remark: "放门口就好" }),
  ];
}

/** Lets the customer buy a voucher of a partner shop and redeem it at a table. */
async function redeemVoucher(tx: Seeding["tx"], services: PastServices, userId: string): Promise<void> {
  const voucherId = generateVoucherNumber();
  const items = [{ id: "10205", quantity: 1 }];
  await insertVouchers(tx, [
    {
      id: voucherId,
      partner: "邻里团购",
      title: "滑蛋虾仁饭一份",
      items,
      status: "issued",
      issuedBy: "demo",
      createdAt: addMs(services.now, -2 * dayMs),
      expiresAt: addMs(services.now, 30 * dayMs),
    },
  ]);
  const order = {
    restaurantId: "SH001",
    type: "dine_in",
    items,
    tableNo: "B03",
    voucherId,
  } as const;
  await services.order(userId, order);
}

/** Lets the customer miss a portion of a takeaway, and customer service refund it. */
async function complain(services: PastServices, { userId, addressId }: Person): Promise<void> {
  const missing = { id: "108011", quantity: 1 };
  const items = [
    { id: "10205", quantity: 1 },
    { id: "104061", quantity: 1 },
    { ...missing, quantity: 2 },
  ];
  const orderId = await services.order(userId, {
    restaurantId: "SH001",
    type: "takeaway",
    items,
    addressId,
  });
  await services.ask(userId, { order_id: orderId });
  await services.ask(userId, { content: "你好，这单奶茶点了两杯，只送来一杯" });
  await services.answer(userId, "非常抱歉给您添麻烦了，我正在和门店核实，请您稍等几分钟。");
  await services.refund(orderId, [missing], "商品漏送");
  await services.answer(userId, "门店确认少放了一杯，这一杯的钱已经退回您的会员卡，下次一定仔细核对。");
  const thanks = await services.ask(userId, { content: "收到了，谢谢！" });
  await services.endConversation(userId, thanks);
}
