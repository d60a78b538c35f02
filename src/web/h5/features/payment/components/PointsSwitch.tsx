import { formatYuan } from "#contract/money.ts";
import type { PointsOffer } from "#contract/points/schema.ts";
import { formatComingPoints } from "../../wallet/formatComingPoints.ts";
import { paymentMessages } from "../messages.ts";
import styles from "./PointsSwitch.module.css";

const messages = paymentMessages;
/** Minimum named in the messages. */
const minPoints = 100;

interface PointsSwitchProps {
  /** Points usable for this order. */
  offer: PointsOffer;
  isOn: boolean;
  onChange: (isOn: boolean) => void;
}

/** 使用积分: the discount, or why points cannot be used here. */
export function PointsSwitch({ offer, isOn, onChange }: PointsSwitchProps) {
  const canUse = offer.usable > 0;
  const coming = formatComingPoints(offer.coming, Date.now());
  return (
    <label className={styles.card}>
      <span className={styles.words}>
        <span id="points-switch" className={styles.title}>
          {messages.usePoints}
        </span>
        <span id="points-note" className={styles.note}>
          {formatNote(offer)}
          {coming !== "" && <span className={styles.coming}>{coming}</span>}
        </span>
      </span>
      <input
        type="checkbox"
        className={styles.switch}
        aria-labelledby="points-switch"
        aria-describedby="points-note"
        checked={isOn && canUse}
        disabled={!canUse}
        onChange={(event) => onChange(event.target.checked)}
      />
    </label>
  );
}

function formatNote({ available, usable, worth }: PointsOffer): string {
  if (usable > 0) return messages.pointsSave(available, usable, formatYuan(worth));
  return available < minPoints ? messages.pointsFew(available) : messages.pointsUnfit(available);
}
