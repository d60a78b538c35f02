import { observer } from "mobx-react-lite";
import { memo } from "react";
import { formatDishName } from "#contract/menu/dish-name.ts";
import { formatYuan } from "#contract/money.ts";
import { DishImage } from "#web/ui/DishImage/DishImage.tsx";
import { Price } from "#web/ui/Price/Price.tsx";
import { Stepper } from "#web/ui/Stepper/Stepper.tsx";
import type { CartActions } from "../CartActions.ts";
import type { MenuCard } from "../groupMenu.ts";
import { menuMessages } from "../messages.ts";
import styles from "./DishRow.module.css";

const messages = menuMessages;

interface DishRowProps {
  card: MenuCard;
  cartActions: CartActions;
  onChoose: (card: MenuCard) => void;
}

/** Menu row: the dish, its price, and its quantity in the cart. */
export const DishRow = memo(function DishRow({ card, cartActions, onChoose }: DishRowProps) {
  const { shown } = card;
  return (
    <li className={styles.row} data-sold-out={card.isSoldOut || undefined}>
      <button
        type="button"
        className={styles.view}
        aria-label={messages.viewOf(card.name)}
        onClick={() => onChoose(card)}
      >
        <DishImage src={card.image} alt="" tint={card.tint} size={80} />
      </button>
      <div className={styles.text}>
        <div className={styles.head}>
          <h3 className={styles.name}>{card.name}</h3>
          <p className={styles.description} data-preview>
            {card.description}
          </p>
        </div>
        <p className={styles.facts}>
          {shown.minQuantity && <span className={styles.scarce}>{messages.minimum(shown.minQuantity)}</span>}
          {shown.maxQuantity && <span className={styles.scarce}>{messages.maximum(shown.maxQuantity)}</span>}
          {isScarce(card) && <span className={styles.scarce}>{messages.left(shown.stock ?? 0)}</span>}
          {card.sales > 0 && <span>{messages.sold(card.sales)}</span>}
          {!isScarce(card) && <Saving card={card} />}
        </p>
        <div className={styles.foot}>
          <div className={styles.prices}>
            <span className={styles.price}>
              <Price fen={shown.priceFen} />
              {card.hasVariants && <span className={styles.from}>{messages.from}</span>}
            </span>
            {shown.originalPriceFen > shown.priceFen && <Price fen={shown.originalPriceFen} isStruck />}
          </div>
          <DishControl card={card} cartActions={cartActions} onChoose={onChoose} />
        </div>
      </div>
    </li>
  );
});

function isScarce({ shown: { stock }, hasVariants }: MenuCard): boolean {
  return !hasVariants && stock !== null && stock > 0 && stock <= 10;
}

function Saving({ card: { shown, isSoldOut } }: { card: MenuCard }) {
  const savingFen = shown.originalPriceFen - shown.priceFen;
  if (isSoldOut || savingFen <= 0) return null;
  return <span className={styles.saving}>{messages.saving(formatYuan(savingFen))}</span>;
}

const DishControl = observer(function DishControl({ card, cartActions, onChoose }: DishRowProps) {
  const { shown } = card;
  if (card.isSoldOut) return <span className={styles.soldOut}>{messages.soldOut}</span>;
  if (card.hasVariants) {
    const count = card.dishes.reduce((sum, dish) => sum + cartActions.quantityOf(dish.id), 0);
    return (
      <button type="button" className={styles.choose} onClick={() => onChoose(card)}>
        {messages.chooseSpec}
        {count > 0 && (
          <span className={styles.badge} aria-hidden="true">
            {count}
          </span>
        )}
      </button>
    );
  }
  return (
    <Stepper
      value={cartActions.quantityOf(shown.id)}
      name={formatDishName(shown.name, shown.specName)}
      max={shown.stock}
      onIncrease={() => cartActions.increase(shown)}
      onDecrease={() => cartActions.decrease(shown)}
    />
  );
});
