import { observer } from "mobx-react-lite";
import { type ReactNode, useState } from "react";
import { formatYuan } from "#contract/money.ts";
import { Button } from "#web/shared/ui/Button.tsx";
import { Picture } from "#web/shared/ui/Picture.tsx";
import { Price } from "#web/shared/ui/Price.tsx";
import { Sheet } from "#web/shared/ui/Sheet.tsx";
import { Stepper } from "#web/shared/ui/Stepper.tsx";
import { fullName } from "../../fullName.ts";
import { menuMessages } from "../../menuMessages.ts";
import { type Dish, isAvailable } from "./Dish.ts";
import styles from "./DishSheet.module.css";
import type { MenuCard } from "./groupMenu.ts";

const words = menuMessages.menu;

/** How many of each variant, by dish id. */
type Choice = Readonly<Record<string, number>>;

interface DishSheetProps {
  /** The card that is shown; kept while the sheet goes down. */
  card: MenuCard | null;
  open: boolean;
  quantityOf: (id: string) => number;
  onAdd: (dish: Dish, quantity: number) => unknown;
  onDecrease: (dish: Dish) => void;
  onClose: () => void;
}

/** All there is to know about a dish, and the way into the cart: by its stepper, or by a number of each variant. */
export function DishSheet({ card, ...rest }: DishSheetProps) {
  if (card === null) return null;
  return card.hasVariants ? <VariantDish card={card} {...rest} /> : <PlainDish card={card} {...rest} />;
}

interface CardProps extends DishSheetProps {
  card: MenuCard;
}

const PlainDish = observer(function PlainDish(props: CardProps) {
  const { card, open, quantityOf, onAdd, onDecrease, onClose } = props;
  const { shown } = card;
  const footer = (
    <div className={styles.order}>
      <Prices card={card} />
      {card.isSoldOut ? (
        <span className={styles.soldOut}>{words.soldOut}</span>
      ) : (
        <Stepper
          value={quantityOf(shown.id)}
          name={fullName(shown)}
          max={shown.stock}
          onIncrease={() => onAdd(shown, 1)}
          onDecrease={() => onDecrease(shown)}
        />
      )}
    </div>
  );
  return (
    <Sheet open={open} onClose={onClose} title={card.name} footer={footer}>
      <Intro card={card} />
    </Sheet>
  );
});

const VariantDish = observer(function VariantDish({ card, open, quantityOf, onAdd, onClose }: CardProps) {
  const [choice, setChoice] = useState<Choice>({});
  const chosen = card.dishes.filter((dish) => (choice[dish.id] ?? 0) > 0);
  const close = () => {
    setChoice({});
    onClose();
  };
  const add = () => {
    for (const dish of chosen) onAdd(dish, choice[dish.id] ?? 0);
    close();
  };
  const totalFen = chosen.reduce((sum, dish) => sum + dish.priceFen * (choice[dish.id] ?? 0), 0);
  const footer = (
    <Button size="large" disabled={chosen.length === 0} onPress={add}>
      {words.addToCart}
      {totalFen > 0 && <span aria-hidden="true">{formatYuan(totalFen)}</span>}
    </Button>
  );
  return (
    <Sheet open={open} onClose={close} title={card.name} footer={footer}>
      <Intro card={card}>
        <Prices card={card} />
      </Intro>
      <ul>
        {card.dishes.map((dish) => (
          <Variant
            key={dish.id}
            dish={dish}
            value={choice[dish.id] ?? 0}
            inCart={quantityOf(dish.id)}
            onChange={(quantity) => setChoice({ ...choice, [dish.id]: quantity })}
          />
        ))}
      </ul>
    </Sheet>
  );
});

function Intro({ card, children }: { card: MenuCard; children?: ReactNode }) {
  return (
    <div className={styles.intro}>
      <Picture src={card.image} alt="" tint={card.tint} size={208} className={styles.picture} />
      {children}
      {card.sales > 0 && <p>{words.sold(card.sales)}</p>}
      {card.description !== "" && <p className={styles.description}>{card.description}</p>}
    </div>
  );
}

function Prices({ card: { shown, hasVariants } }: { card: MenuCard }) {
  return (
    <span className={styles.prices}>
      <Price fen={shown.priceFen} />
      {hasVariants && words.from}
      {shown.originalPriceFen > shown.priceFen && <Price fen={shown.originalPriceFen} struck />}
    </span>
  );
}

interface VariantProps {
  dish: Dish;
  value: number;
  inCart: number;
  onChange: (quantity: number) => void;
}

function Variant({ dish, value, inCart, onChange }: VariantProps) {
  return (
    <li className={styles.variant}>
      <div className={styles.text}>
        <span className={styles.name}>{dish.specName ?? dish.name}</span>
        <span className={styles.prices}>
          <Price fen={dish.priceFen} />
          {dish.originalPriceFen > dish.priceFen && <Price fen={dish.originalPriceFen} struck />}
          {inCart > 0 && <span className={styles.inCart}>{words.inCart(inCart)}</span>}
        </span>
      </div>
      {isAvailable(dish) ? (
        <Stepper
          value={value}
          name={fullName(dish)}
          max={dish.stock === null ? 99 - inCart : Math.max(0, dish.stock - inCart)}
          onIncrease={() => onChange(value + 1)}
          onDecrease={() => onChange(value - 1)}
        />
      ) : (
        <span className={styles.soldOut}>{words.soldOut}</span>
      )}
    </li>
  );
}
