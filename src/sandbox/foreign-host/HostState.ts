import { randomBytes, randomInt } from "node:crypto";

/** An address as it was sent. */
export type StoredAddress = { id: number; userId: number; isDefault: boolean; form: Record<string, unknown> };

/** A line of an order with its price at that time, in fen. */
export type StoredLine = { id: number; name: string; price: number; quantity: number };

/** An order of this host. */
export type StoredOrder = {
  order_id: string;
  userId: number;
  status: "pending_payment" | "paid" | "cancelled";
  restaurant_name: string;
  restaurant_id: string;
  items: StoredLine[];
  total_amount: number;
  remark: string;
  created_at: string;
};

/** What this host remembers, for as long as it runs. */
export class HostState {
  readonly codes = new Map<string, string>();
  readonly orders: StoredOrder[] = [];
  readonly favourites = new Set<string>();
  /** The bodies of `order/create` as they came, and every path that this host does not have, for tests. */
  readonly received: { creates: Record<string, unknown>[]; unknown: string[] } = { creates: [], unknown: [] };
  addresses: StoredAddress[] = [];
  readonly #users = new Map<string, number>();
  readonly #tokens = new Map<string, number>();
  #lastId = 0;

  /** The next number of anything. */
  nextId(): number {
    this.#lastId += 1;
    return this.#lastId;
  }

  /** Makes a login code for a phone. */
  sendCode(phone: string): void {
    this.codes.set(phone, String(randomInt(100_000, 1_000_000)));
  }

  /** Answers a token for the right code, null for a wrong one; a code counts once. */
  login(phone: string, code: string): string | null {
    if (this.codes.get(phone) !== code) return null;
    this.codes.delete(phone);
    const userId = this.#users.get(phone) ?? this.nextId();
    this.#users.set(phone, userId);
    const token = randomBytes(16).toString("hex");
    this.#tokens.set(token, userId);
    return token;
  }

  /** Whose token it is; null when it is nobody's. */
  findUserId(authorization: string | undefined): number | null {
    return this.#tokens.get((authorization ?? "").replace(/^Bearer /, "")) ?? null;
  }

  /** The phone number of a user. */
  getPhone(userId: number): string {
    const found = Array.from(this.#users).find(([, id]) => id === userId);
    return found?.[0] ?? "";
  }

  /** Makes one address of a user the default. */
  setDefault(userId: number, id: number): void {
    for (const address of this.addresses)
      if (address.userId === userId) address.isDefault = address.id === id;
  }

  /** A user's order; null when there is none of that id. */
  findOrder(userId: number, orderId: unknown): StoredOrder | null {
    return this.orders.find((order) => order.userId === userId && order.order_id === orderId) ?? null;
  }
}
