import { Cell } from "react-vant/es/cell/index.js";
import "react-vant/es/cell/style/index.css";
import { formatYuan } from "#contract/money.ts";
import type { PointsOffer } from "#contract/points/schema.ts";
import { Card } from "#web/ui/Card/Card.tsx";
import { Switch } from "#web/ui/Switch/Switch.tsx";
import { formatComingPoints } from "../../wallet/formatComingPoints.ts";
import { paymentMessages } from "../messages.ts";
import styles from "./PaymentMethods.module.css";

const messages = paymentMessages;

interface PointsSwitchProps {
  /** Points usable for this order. */
  offer: PointsOffer;
  isOn: boolean;
  onChange: (isOn: boolean) => void;
}

/** 使用积分: the discount, or why points cannot be used here. */
export function PointsSwitch({ offer, isOn, onChange }: PointsSwitchProps) {
  const canUse = offer.usable > 0;
  const isChecked = isOn && canUse;
  const coming = formatComingPoints(offer.coming, Date.now());
  const note = (
    <div id="points-note">
      {formatNote(offer)}
      {coming !== "" && <p>{coming}</p>}
    </div>
  );
  return (
    <Card>
      <Cell
        className={styles.points ?? ""}
        valueClass={styles.switch ?? ""}
        center
        title={<b>{messages.usePoints}</b>}
        label={note}
        {...(canUse && { onClick: () => onChange(!isChecked) })}
      >
        <Switch label={messages.usePoints} describedBy="points-note" checked={isChecked} disabled={!canUse} />
      </Cell>
    </Card>
  );
}

function formatNote({ available, usable, worth, minimum }: PointsOffer): string {
  if (usable > 0) return messages.pointsSave(available, usable, formatYuan(worth));
  return available < minimum ? messages.pointsFew(available, minimum) : messages.pointsUnfit(available);
}
