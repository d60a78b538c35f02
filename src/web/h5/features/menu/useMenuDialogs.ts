import { useCallback, useMemo, useState } from "react";
import { toast } from "#web/ui/notify.ts";
import type { CartItem } from "../cart/CartLine.ts";
import type { CartStore } from "../cart/CartStore.ts";
import { cartBarMessages as messages } from "../cart/cartBarMessages.ts";
import type { MenuCard } from "./groupMenu.ts";

/** State and operations of the sheets over a menu. */
export interface MenuDialogs {
  readonly isCartOpen: boolean;
  readonly isCardOpen: boolean;
  /** The shown dish; stays mounted while its sheet closes. */
  readonly card: MenuCard | null;
  toggleCart(): void;
  closeCart(): void;
  choose(card: MenuCard): void;
  closeCard(): void;
  /**
   * Adds portions to the cart, by default one or the dish's minimum; returns false, with a toast, when there is no room
   * for them.
   */
  add(dish: CartItem, quantity?: number): boolean;
}

/** Returns the state of the sheets over a menu. */
export function useMenuDialogs(cart: CartStore): MenuDialogs {
  const [isCartOpen, setIsCartOpen] = useState(false);
  const [isCardOpen, setIsCardOpen] = useState(false);
  const [card, setCard] = useState<MenuCard | null>(null);
  const choose = useCallback((next: MenuCard) => {
    setCard(next);
    setIsCardOpen(true);
  }, []);
  const closeCart = useCallback(() => setIsCartOpen(false), []);
  const closeCard = useCallback(() => setIsCardOpen(false), []);
  const toggleCart = useCallback(() => setIsCartOpen((isOpen) => !isOpen), []);
  const add = useCallback(
    (dish: CartItem, quantity?: number) => {
      const { id, maxQuantity } = dish;
      const before = cart.quantityOf(id);
      const hasRoom = cart.increase(dish, quantity);
      const isAdded = cart.quantityOf(id) >= before + (quantity ?? 1);
      if (!hasRoom) toast(messages.tooManyLines);
      else if (!isAdded && maxQuantity) toast(messages.maximum(maxQuantity));
      return isAdded;
    },
    [cart],
  );
  return useMemo(
    () => ({ isCartOpen, isCardOpen, card, choose, closeCart, closeCard, toggleCart, add }),
    [isCartOpen, isCardOpen, card, choose, closeCart, closeCard, toggleCart, add],
  );
}
