import { observer } from "mobx-react-lite";
import { type ReactNode, useEffect, useState } from "react";
import { quantityMax } from "#contract/constants.ts";
import { formatDishName } from "#contract/menu/dish-name.ts";
import { formatYuan } from "#contract/money.ts";
import { BottomSheet } from "#web/ui/BottomSheet/BottomSheet.tsx";
import { Button } from "#web/ui/Button/Button.tsx";
import { DishImage } from "#web/ui/DishImage/DishImage.tsx";
import { toast } from "#web/ui/notify.ts";
import { Price } from "#web/ui/Price/Price.tsx";
import { Stepper } from "#web/ui/Stepper/Stepper.tsx";
import { stepUp } from "../../cart/CartLine.ts";
import { cartBarMessages } from "../../cart/cartBarMessages.ts";
import { type Dish, isAvailable } from "../Dish.ts";
import type { MenuCard } from "../groupMenu.ts";
import { menuMessages } from "../messages.ts";
import { overlayMessages } from "../overlayMessages.ts";
import { DishFacts } from "./DishFacts.tsx";
import styles from "./DishSheet.module.css";

const messages = menuMessages;

/** Time in which a second tap belongs to the first. */
const doubleTapMs = 500;

/** Quantity of each variant, by dish id. */
type VariantQuantities = Readonly<Record<string, number>>;

interface DishSheetProps {
  /** The shown card; stays mounted while the sheet closes. */
  card: MenuCard | null;
  open: boolean;
  quantityOf: (id: string) => number;
  onAdd: (dish: Dish, quantity?: number) => unknown;
  onDecrease: (dish: Dish) => void;
  onClose: () => void;
}

/** Dish details, with a stepper to add it to the cart, or a quantity per variant. */
export function DishSheet({ card, ...rest }: DishSheetProps) {
  if (card === null) return null;
  return card.hasVariants ? <VariantDish card={card} {...rest} /> : <PlainDish card={card} {...rest} />;
}

interface DishCardProps extends DishSheetProps {
  card: MenuCard;
}

const PlainDish = observer(function PlainDish(props: DishCardProps) {
  const { card, open, quantityOf, onAdd, onDecrease, onClose } = props;
  const { shown } = card;
  const footer = (
    <div className={styles.order}>
      <Prices card={card} />
      {card.isSoldOut ? (
        <span className={styles.soldOut}>{messages.soldOut}</span>
      ) : (
        <Stepper
          value={quantityOf(shown.id)}
          name={formatDishName(shown.name, shown.specName)}
          max={shown.stock}
          onIncrease={() => onAdd(shown)}
          onDecrease={() => onDecrease(shown)}
        />
      )}
    </div>
  );
  return (
    <BottomSheet open={open} onClose={onClose} title={card.name} footer={footer}>
      <DishIntro card={card} />
    </BottomSheet>
  );
});

const VariantDish = observer(function VariantDish({ card, open, quantityOf, onAdd, onClose }: DishCardProps) {
  const [quantities, setChoice] = useState<VariantQuantities>({});
  const [isJustAdded, setIsJustAdded] = useState(false);
  useEffect(() => {
    if (!isJustAdded) return;
    const timer = setTimeout(setIsJustAdded, doubleTapMs, false);
    return () => clearTimeout(timer);
  }, [isJustAdded]);
  const selectedDishes = card.dishes.filter((dish) => (quantities[dish.id] ?? 0) > 0);
  const portions = card.dishes.reduce((sum, { id }) => sum + quantityOf(id) + (quantities[id] ?? 0), 0);
  const close = () => {
    setChoice({});
    onClose();
  };
  const add = () => {
    for (const dish of selectedDishes) onAdd(dish, quantities[dish.id] ?? 0);
    close();
    setIsJustAdded(true);
  };
  const totalFen = selectedDishes.reduce((sum, dish) => sum + dish.priceFen * (quantities[dish.id] ?? 0), 0);
  const footer = (
    <Button size="large" disabled={selectedDishes.length === 0} onPress={add}>
      {overlayMessages.addToCart}
      {totalFen > 0 && <span aria-hidden="true">{formatYuan(totalFen)}</span>}
    </Button>
  );
  return (
    <>
      <BottomSheet open={open} onClose={close} title={card.name} footer={footer}>
        <DishIntro card={card}>
          <Prices card={card} />
        </DishIntro>
        <ul>
          {card.dishes.map((dish) => (
            <Variant
              key={dish.id}
              dish={dish}
              value={quantities[dish.id] ?? 0}
              inCart={quantityOf(dish.id)}
              portions={portions}
              onChange={(quantity) => setChoice({ ...quantities, [dish.id]: quantity })}
            />
          ))}
        </ul>
      </BottomSheet>
      {isJustAdded && <div className={styles.shield} />}
    </>
  );
});

function DishIntro({ card, children }: { card: MenuCard; children?: ReactNode }) {
  const { minQuantity, maxQuantity } = card.shown;
  return (
    <div className={styles.intro}>
      <DishImage src={card.image} alt="" tint={card.tint} size={208} className={styles.picture} />
      {children}
      <p className={styles.facts}>
        {card.sales > 0 && <span>{messages.sold(card.sales)}</span>}
        {minQuantity !== null && <span className={styles.limit}>{messages.minimum(minQuantity)}</span>}
        {maxQuantity !== null && <span className={styles.limit}>{messages.maximum(maxQuantity)}</span>}
      </p>
      {card.description !== "" && <p className={styles.description}>{card.description}</p>}
      <DishFacts dish={card.shown} />
    </div>
  );
}

function Prices({ card: { shown, hasVariants } }: { card: MenuCard }) {
  return (
    <span className={styles.prices}>
      <Price fen={shown.priceFen} />
      {hasVariants && messages.from}
      {shown.originalPriceFen > shown.priceFen && <Price fen={shown.originalPriceFen} isStruck />}
    </span>
  );
}

interface VariantProps {
  dish: Dish;
  value: number;
  inCart: number;
  /** Portions of all variants, in the cart and chosen here. */
  portions: number;
  onChange: (quantity: number) => void;
}

function Variant({ dish, value, inCart, portions, onChange }: VariantProps) {
  const { minQuantity, maxQuantity } = dish;
  const most = dish.stock === null ? quantityMax - inCart : Math.max(0, dish.stock - inCart);
  const add = () => {
    if (maxQuantity !== null && portions >= maxQuantity) toast(cartBarMessages.maximum(maxQuantity));
    else onChange(Math.min(most, value + stepUp(dish, portions)));
  };
  return (
    <li className={styles.variant}>
      <div className={styles.text}>
        <span className={styles.name}>{dish.specName ?? dish.name}</span>
        <span className={styles.prices}>
          <Price fen={dish.priceFen} />
          {dish.originalPriceFen > dish.priceFen && <Price fen={dish.originalPriceFen} isStruck />}
          {inCart > 0 && <span className={styles.inCart}>{overlayMessages.inCart(inCart)}</span>}
        </span>
      </div>
      {isAvailable(dish) ? (
        <Stepper
          value={value}
          name={formatDishName(dish.name, dish.specName)}
          max={most}
          onIncrease={add}
          onDecrease={() => onChange(portions > (minQuantity ?? 0) ? value - 1 : 0)}
        />
      ) : (
        <span className={styles.soldOut}>{messages.soldOut}</span>
      )}
    </li>
  );
}
