import type { Phone } from "../../../scripts/lib/Phone.ts";
import type { TestEnvironment } from "../../../scripts/lib/TestEnvironment.ts";

const dayMs = 86_400_000;
const shanghaiMs = 8 * 3_600_000;

/** Returns a time of tomorrow in Shanghai as a Date. */
export function tomorrowAt(clock: string): Date {
  const tomorrow = new Date(Date.now() + shanghaiMs + dayMs).toISOString().slice(0, 10);
  return new Date(`${tomorrow}T${clock}:00+08:00`);
}

/** Formats a time as orders do: "YYYY-MM-DD HH:mm" in Shanghai. */
export function toLocalTime(at: Date): string {
  return new Date(at.getTime() + shanghaiMs).toISOString().slice(0, 16).replace("T", " ");
}

/** Chooses a time of tomorrow in the sheet; the sheet must be open. */
export async function chooseTomorrow(phone: Phone, clock: string): Promise<void> {
  await phone.page.getByRole("tab", { name: /明天/ }).click();
  await phone.button(new RegExp(`^${clock}`)).click();
  await phone.button(new RegExp(`^预约时间.*明天 ${clock}`)).waitFor();
}

/** Adds a dish of the open menu to the cart, once. */
export async function addToCart(phone: Phone, dish: string): Promise<void> {
  await phone.page.getByRole("searchbox", { name: "搜索商品" }).fill(dish);
  await phone.button(`增加${dish}`).click();
}

/** Fills every place of a slot directly in the database. */
export async function fillSlot(environment: TestEnvironment, restaurantId: string, at: Date): Promise<void> {
  await environment.queryRows(
    `insert into booking_slots (restaurant_id, slot_at, taken, capacity)
     select id, $2, slot_capacity, slot_capacity from restaurants where id = $1
     on conflict (restaurant_id, slot_at) do update set taken = excluded.taken`,
    [restaurantId, at],
  );
}

/** Returns the number of reserved places of a slot; 0 when it has no bookings. */
export async function countTakenPlaces(
  environment: TestEnvironment,
  restaurantId: string,
  at: Date,
): Promise<number> {
  const [row] = await environment.queryRows<{ taken: number }>(
    "select taken from booking_slots where restaurant_id = $1 and slot_at = $2",
    [restaurantId, at],
  );
  return row?.taken ?? 0;
}

/** Lists the in-store orders of a customer's number, oldest first. */
export async function listInStoreOrders(environment: TestEnvironment, number: string) {
  return await environment.queryRows<{
    type: string;
    status: string;
    restaurant_id: string;
    booking_at: Date | null;
    table_no: string | null;
    contact_phone: string | null;
    goods_fen: string;
    delivery_fee_fen: string;
    paid_fen: string;
    remark: string;
  }>(
    `select o.type, o.status, o.restaurant_id, o.booking_at, o.table_no, o.contact_phone, o.goods_fen,
            o.delivery_fee_fen, o.paid_fen, o.remark
       from orders o join users u on u.id = o.user_id where u.phone = $1 order by o.created_at`,
    [number],
  );
}
