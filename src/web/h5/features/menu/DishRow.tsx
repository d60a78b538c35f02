import { observer } from "mobx-react-lite";
import { memo } from "react";
import { formatYuan } from "#contract/money.ts";
import { Picture } from "#web/shared/ui/Picture.tsx";
import { Price } from "#web/shared/ui/Price.tsx";
import { Stepper } from "#web/shared/ui/Stepper.tsx";
import { fullName } from "../../fullName.ts";
import { menuMessages } from "../../menuMessages.ts";
import styles from "./DishRow.module.css";
import type { DishShelf } from "./DishShelf.ts";
import type { MenuCard } from "./groupMenu.ts";

const words = menuMessages.menu;

interface DishRowProps {
  card: MenuCard;
  shelf: DishShelf;
  onChoose: (card: MenuCard) => void;
}

/** One row of the menu: the dish, its price, and how many of it are in the cart. */
export const DishRow = memo(function DishRow({ card, shelf, onChoose }: DishRowProps) {
  const { shown } = card;
  return (
    <li className={styles.row} data-sold-out={card.isSoldOut || undefined}>
      <button
        type="button"
        className={styles.view}
        aria-label={words.viewOf(card.name)}
        onClick={() => onChoose(card)}
      >
        <Picture src={card.image} alt="" tint={card.tint} size={80} />
      </button>
      <div className={styles.text}>
        <div className={styles.head}>
          <h3 className={styles.name}>{card.name}</h3>
          <p className={styles.description}>{card.description}</p>
        </div>
        <p className={styles.facts}>
          {card.sales > 0 && <span>{words.sold(card.sales)}</span>}
          <Scarcity card={card} />
        </p>
        <div className={styles.foot}>
          <div className={styles.prices}>
            <span className={styles.price}>
              <Price fen={shown.priceFen} />
              {card.hasVariants && <span className={styles.from}>{words.from}</span>}
            </span>
            {shown.originalPriceFen > shown.priceFen && <Price fen={shown.originalPriceFen} struck />}
          </div>
          <DishControl card={card} shelf={shelf} onChoose={onChoose} />
        </div>
      </div>
    </li>
  );
});

/** What is left of a scarce dish, else what the customer saves. */
function Scarcity({ card: { shown, hasVariants, isSoldOut } }: { card: MenuCard }) {
  const { stock } = shown;
  if (!hasVariants && stock !== null && stock > 0 && stock <= 10) {
    return <span className={styles.scarce}>{words.left(stock)}</span>;
  }
  const savingFen = shown.originalPriceFen - shown.priceFen;
  if (isSoldOut || savingFen <= 0) return null;
  return <span className={styles.saving}>{words.saving(formatYuan(savingFen))}</span>;
}

const DishControl = observer(function DishControl({ card, shelf, onChoose }: DishRowProps) {
  const { shown } = card;
  if (card.isSoldOut) return <span className={styles.soldOut}>{words.soldOut}</span>;
  if (card.hasVariants) {
    const count = card.dishes.reduce((sum, dish) => sum + shelf.quantityOf(dish.id), 0);
    return (
      <button type="button" className={styles.choose} onClick={() => onChoose(card)}>
        {words.chooseSpec}
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
      value={shelf.quantityOf(shown.id)}
      name={fullName(shown)}
      max={shown.stock}
      onIncrease={() => shelf.increase(shown)}
      onDecrease={() => shelf.decrease(shown)}
    />
  );
});
