import { observer } from "mobx-react-lite";
import { useEffect } from "react";
import { formatDishName } from "#contract/menu/dish-name.ts";
import { BottomSheet } from "#web/ui/BottomSheet/BottomSheet.tsx";
import { DishImage } from "#web/ui/DishImage/DishImage.tsx";
import { Icon } from "#web/ui/Icon.tsx";
import { Price } from "#web/ui/Price/Price.tsx";
import { Stepper } from "#web/ui/Stepper/Stepper.tsx";
import type { CartItem, CartLine } from "../CartLine.ts";
import { cartBarMessages } from "../cartBarMessages.ts";
import { cartMessages } from "../messages.ts";
import { CartBar, type CartBarProps } from "./CartBar.tsx";
import styles from "./CartSheet.module.css";

const messages = cartBarMessages;

interface EditableCart {
  readonly list: readonly CartLine[];
  readonly isEmpty: boolean;
  decrease(item: CartItem): void;
  remove(id: string): void;
}

interface CartSheetProps {
  cart: EditableCart;
  open: boolean;
  onClose: () => void;
  onClear: () => void;
  onAdd: (item: CartItem) => unknown;
  /** The bar that leads to the checkout. */
  cartBar: CartBarProps;
}

/** Cart lines above the cart bar. Closes by itself when the cart is empty. */
export const CartSheet = observer(function CartSheet(props: CartSheetProps) {
  const { cart, open, onClose, onClear, onAdd, cartBar } = props;
  const { isEmpty } = cart;
  useEffect(() => {
    if (open && isEmpty) onClose();
  }, [open, isEmpty, onClose]);
  const clear = (
    <button type="button" className={styles.clear} onClick={onClear}>
      <Icon name="trash" size={16} />
      {cartMessages.clear}
    </button>
  );
  return (
    <BottomSheet
      open={open}
      onClose={onClose}
      title={messages.title}
      extra={clear}
      {...(!isEmpty && { footer: <CartBar {...cartBar} isInSheet /> })}
    >
      <ul>
        {cart.list.map((line) => (
          <CartSheetLine key={line.item.id} line={line} cart={cart} onAdd={onAdd} />
        ))}
      </ul>
    </BottomSheet>
  );
});

interface CartSheetLineProps extends Pick<CartSheetProps, "cart" | "onAdd"> {
  line: CartLine;
}

function CartSheetLine({ line: { item, quantity }, cart, onAdd }: CartSheetLineProps) {
  const name = formatDishName(item.name, item.specName);
  return (
    <li className={styles.line}>
      <DishImage src={item.image} alt="" size={52} />
      <div className={styles.text}>
        <span className={styles.name}>{name}</span>
        <Price fen={item.priceFen} size="small" />
      </div>
      <Stepper
        value={quantity}
        name={name}
        max={item.stock}
        onIncrease={() => onAdd(item)}
        onDecrease={() => cart.decrease(item)}
      />
      <button
        type="button"
        className={styles.remove}
        aria-label={cartMessages.removeOf(name)}
        onClick={() => cart.remove(item.id)}
      >
        <Icon name="trash" size={18} />
      </button>
    </li>
  );
}
