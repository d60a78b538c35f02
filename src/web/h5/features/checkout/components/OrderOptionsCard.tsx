import { remarkMax } from "#contract/constants.ts";
import { type SoldoutPolicy, soldoutPolicies } from "#contract/order/status.ts";
import { Card, CardRow } from "#web/ui/Card/Card.tsx";
import { RadioGroup } from "#web/ui/RadioGroup/RadioGroup.tsx";
import { Stepper } from "#web/ui/Stepper/Stepper.tsx";
import { TextArea } from "#web/ui/TextArea/TextArea.tsx";
import { orderMessages } from "../../order/messages.ts";
import { checkoutMessages } from "../messages.ts";
import styles from "./OrderOptionsCard.module.css";

const messages = checkoutMessages;
const policies = soldoutPolicies.map((policy) => ({
  value: policy,
  text: orderMessages.soldoutPolicy.names[policy],
}));

interface OrderOptionsCardProps {
  /** True for delivery. */
  isDelivery: boolean;
  remark: string;
  tableware: number;
  tablewareMax: number;
  onRemark: (text: string) => void;
  onTableware: (count: number) => void;
  soldoutPolicy: SoldoutPolicy;
  onSoldoutPolicy: (policy: SoldoutPolicy) => void;
}

/** Customer's additions: remark, number of tableware sets, and the policy for sold-out dishes. */
export function OrderOptionsCard(props: OrderOptionsCardProps) {
  const { isDelivery, remark, tableware, tablewareMax, onRemark, onTableware } = props;
  return (
    <Card>
      <TextArea
        label={messages.remark}
        value={remark}
        onChange={onRemark}
        placeholder={messages.remarkHint[isDelivery ? "takeaway" : "store"]}
        rows={2}
        countTo={remarkMax}
      />
      <CardRow label={messages.tableware}>
        <span className={styles.tableware}>
          {tableware === 0 && messages.noTableware}
          <Stepper
            value={tableware}
            name={messages.tableware}
            max={tablewareMax}
            onIncrease={() => onTableware(tableware + 1)}
            onDecrease={() => onTableware(tableware - 1)}
          />
        </span>
      </CardRow>
      <div className={styles.policy}>
        <RadioGroup
          label={orderMessages.soldoutPolicy.label}
          direction="horizontal"
          options={policies}
          value={props.soldoutPolicy}
          onChange={props.onSoldoutPolicy}
        />
      </div>
      <p className={styles.hint}>{messages.soldoutHints[props.soldoutPolicy]}</p>
    </Card>
  );
}
