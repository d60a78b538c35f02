import { randomBytes, randomInt } from "node:crypto";

/** A stored address; `form` is the request body. */
export type StoredAddress = { id: number; userId: number; isDefault: boolean; form: Record<string, unknown> };

/** An order line with its unit price at ordering time, in fen. */
export type StoredLine = { id: number; name: string; price: number; quantity: number };

/** A stored order. */
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

/** In-memory state of the foreign host. */
export class HostState {
  readonly codes = new Map<string, string>();
  readonly orders: StoredOrder[] = [];
  readonly favourites = new Set<string>();
  /** Request bodies of `order/create`, and the requested paths that this host does not have, for tests. */
  readonly received: { creates: Record<string, unknown>[]; unknown: string[] } = { creates: [], unknown: [] };
  addresses: StoredAddress[] = [];
  readonly #users = new Map<string, number>();
  readonly #tokens = new Map<string, number>();
  #lastId = 0;

  /** Returns the next id, unique across all kinds of objects. */
  nextId(): number {
    this.#lastId += 1;
    return this.#lastId;
  }

  /** Creates a login code for a phone. */
  sendCode(phone: string): void {
    this.codes.set(phone, String(randomInt(100_000, 1_000_000)));
  }

  /** Returns a token for the right code, null for a wrong one; a code works once. */
  login(phone: string, code: string): string | null {
    if (this.codes.get(phone) !== code) return null;
    this.codes.delete(phone);
    const userId = this.#users.get(phone) ?? this.nextId();
    this.#users.set(phone, userId);
    const token = randomBytes(16).toString("hex");
    this.#tokens.set(token, userId);
    return token;
  }

  /** Returns the user id of a token, or null when the token is unknown. */
  findUserId(authorization: string | undefined): number | null {
    return this.#tokens.get((authorization ?? "").replace(/^Bearer /, "")) ?? null;
  }

  /** Returns the phone number of a user. */
  getPhone(userId: number): string {
    const found = Array.from(this.#users).find(([, id]) => id === userId);
    return found?.[0] ?? "";
  }

  /** Makes one address of a user the default. */
  setDefault(userId: number, id: number): void {
    for (const address of this.addresses)
      if (address.userId === userId) address.isDefault = address.id === id;
  }

  /** Returns a user's order, or null when there is none with that id. */
  findOrder(userId: number, orderId: unknown): StoredOrder | null {
    return this.orders.find((order) => order.userId === userId && order.order_id === orderId) ?? null;
  }
}
