import { observer } from "mobx-react-lite";
import { useNavigate } from "react-router-dom";
import { formatYuan } from "#contract/money.ts";
import type { PointsOffer } from "#contract/points/schema.ts";
import { texts } from "#web/shared/texts.ts";
import { Button } from "#web/shared/ui/Button.tsx";
import { PayMethods } from "../features/payment/PayMethods.tsx";
import { PointsSwitch } from "../features/payment/PointsSwitch.tsx";
import { orderingMessages } from "../orderingMessages.ts";
import { type CardStore, cardStore } from "../stores/CardStore.ts";
import type { PayChoice, PayPlan } from "../stores/PayChoiceStore.ts";
import { useStore } from "../useStores.ts";
import { useCard } from "./usePayPlan.ts";
import { useWechatPayWay, type WechatPayWay } from "./useWechatPayWay.ts";

const words = orderingMessages.confirm;

const { noteLink, notePage } = orderingMessages.pay.miniProgram;
const wechatNotes: Record<WechatPayWay, string> = { usual: "", link: noteLink, page: notePage };

interface ChoiceProps {
  choice: PayChoice;
  /** What the choice comes to. */
  plan: PayPlan;
  /** What points can do; null while that is not known. */
  offer: PointsOffer | null;
  onChoose: (choice: PayChoice) => void;
}

/** With points or without, by WeChat or with the member card. */
export const PayChoiceCards = observer(function PayChoiceCards(props: ChoiceProps) {
  const { choice, plan, offer, onChoose } = props;
  const store = useStore(cardStore);
  const load = useCard();
  const wechatWay = useWechatPayWay();
  const navigate = useNavigate();
  const { value, status } = store.card;
  const missingFen = value == null || plan.dueFen === null ? 0 : plan.dueFen - value.balance;
  return (
    <>
      {offer !== null && (
        <PointsSwitch
          offer={offer}
          isOn={choice.usesPoints}
          onChange={(usesPoints) => onChoose({ ...choice, usesPoints })}
        />
      )}
      <PayMethods
        method={plan.method}
        wechatNote={wechatNotes[wechatWay]}
        onPick={(method) => onChoose({ ...choice, method })}
        cardNote={noteOf(store, missingFen)}
        hasCards={store.isOffered}
        canUseCard={value != null && missingFen <= 0}
        cardAction={
          (value === null && <Way text={words.cardBind} onPress={() => navigate("/card")} />) ||
          (value === undefined && status === "failed" && <Way text={texts.retry} onPress={load} />)
        }
      />
    </>
  );
});

function Way({ text, onPress }: { text: string; onPress: () => void }) {
  return (
    <Button look="plain" size="small" onPress={onPress}>
      {text}
    </Button>
  );
}

function noteOf({ card }: CardStore, missingFen: number): string {
  if (card.value === null) return words.cardNone;
  if (card.value === undefined) return card.status === "failed" ? words.cardUnknown : texts.loading;
  const balance = formatYuan(card.value.balance);
  return missingFen > 0 ? words.cardShort(balance, formatYuan(missingFen)) : words.cardBalance(balance);
}
