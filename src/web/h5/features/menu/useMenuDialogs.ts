import { useCallback, useMemo, useState } from "react";
import { toast } from "#web/ui/notify.ts";
import type { CartStore } from "../cart/CartStore.ts";
import { cartBarMessages } from "../cart/cartBarMessages.ts";
import type { Dish } from "./Dish.ts";
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
  /** Adds portions to the cart; returns false, with a toast, when there is no room. */
  add(dish: Dish, quantity: number): boolean;
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
    (dish: Dish, quantity: number) => {
      const hasRoom = cart.setQuantity(dish, cart.quantityOf(dish.id) + quantity);
      if (!hasRoom) toast(cartBarMessages.tooManyLines);
      return hasRoom;
    },
    [cart],
  );
  return useMemo(
    () => ({ isCartOpen, isCardOpen, card, choose, closeCart, closeCard, toggleCart, add }),
    [isCartOpen, isCardOpen, card, choose, closeCart, closeCard, toggleCart, add],
  );
}
