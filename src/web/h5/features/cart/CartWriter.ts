import { type StoredCart, serializeCart } from "./CartLine.ts";
import type { CartStorage } from "./cart.storage.ts";

interface Dependencies {
  storage: CartStorage;
  /** Runs a write later. */
  defer: (work: () => void) => void;
  /** Returns the cart as it is now. */
  getCart: () => StoredCart;
}

/** Writes a cart to the device, but never one that this page did not change: another tab may have written a newer one. */
export class CartWriter {
  readonly #dependencies: Dependencies;
  /** What of the cart was last read or written. */
  #storedText = "";
  #isWriteDue = false;

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies;
  }

  /** Notes that the cart was read from the device. */
  noteRead(): void {
    this.#storedText = this.#describe();
  }

  /** Schedules a write. It waits until the response to a tap is painted, because writing delays it. */
  schedule(): void {
    if (this.#isWriteDue) return;
    this.#isWriteDue = true;
    this.#dependencies.defer(() => this.flush());
  }

  /** Writes pending changes now. */
  flush(): void {
    if (!this.#isWriteDue) return;
    this.#isWriteDue = false;
    const text = this.#describe();
    if (text === this.#storedText) return;
    this.#storedText = text;
    const cart = this.#dependencies.getCart();
    this.#dependencies.storage.write(cart.lines.length === 0 ? null : cart, cart.restaurantId);
  }

  /** Describes what is compared: not what is missing (null or undefined), nor the stock, which each menu brings anew. */
  #describe(): string {
    const pick = (key: string, value: unknown) => (key === "stock" ? undefined : (value ?? undefined));
    return JSON.stringify(serializeCart(this.#dependencies.getCart()), pick);
  }
}
