import { observer } from "mobx-react-lite";
import { useNavigate } from "react-router-dom";
import { formatYuan } from "#contract/money.ts";
import type { PointsOffer } from "#contract/points/schema.ts";
import { commonMessages } from "#web/shared/texts.ts";
import { Button } from "#web/shared/ui/Button.tsx";
import { PaymentMethods } from "../features/payment/PayMethods.tsx";
import { PointsSwitch } from "../features/payment/PointsSwitch.tsx";
import { checkoutMessages } from "../orderingMessages.ts";
import { type MemberCardStore, memberCardStore } from "../stores/CardStore.ts";
import type { PaymentBreakdown, PaymentChoice } from "../stores/PayChoiceStore.ts";
import { useStore } from "../useStores.ts";
import { useMemberCard } from "./usePayPlan.ts";
import { useWechatPayMode, type WechatPayMode } from "./useWechatPayWay.ts";

const messages = checkoutMessages.confirm;

const { linkNote: noteLink, pageNote: notePage } = checkoutMessages.pay.miniProgram;
const wechatNotes: Record<WechatPayMode, string> = { usual: "", link: noteLink, page: notePage };

interface PaymentOptionsProps {
  choice: PaymentChoice;
  /** What the choice comes to. */
  breakdown: PaymentBreakdown;
  /** What points can do; null while that is not known. */
  offer: PointsOffer | null;
  onChoose: (choice: PaymentChoice) => void;
}

/** With points or without, by WeChat or with the member card. */
export const PaymentOptions = observer(function PaymentOptions(props: PaymentOptionsProps) {
  const { choice, breakdown, offer, onChoose } = props;
  const store = useStore(memberCardStore);
  const load = useMemberCard();
  const wechatPayMode = useWechatPayMode();
  const navigate = useNavigate();
  const { value, status } = store.card;
  const missingFen = value == null || breakdown.dueFen === null ? 0 : breakdown.dueFen - value.balance;
  return (
    <>
      {offer !== null && (
        <PointsSwitch
          offer={offer}
          isOn={choice.usesPoints}
          onChange={(usesPoints) => onChoose({ ...choice, usesPoints })}
        />
      )}
      <PaymentMethods
        method={breakdown.method}
        wechatNote={wechatNotes[wechatPayMode]}
        onPick={(method) => onChoose({ ...choice, method })}
        cardNote={memberCardNote(store, missingFen)}
        hasCards={store.isAvailable}
        canUseCard={value != null && missingFen <= 0}
        cardAction={
          (value === null && <ActionButton text={messages.cardBind} onPress={() => navigate("/card")} />) ||
          (value === undefined && status === "failed" && (
            <ActionButton text={commonMessages.retry} onPress={load} />
          ))
        }
      />
    </>
  );
});

function ActionButton({ text, onPress }: { text: string; onPress: () => void }) {
  return (
    <Button variant="plain" size="small" onPress={onPress}>
      {text}
    </Button>
  );
}

function memberCardNote({ card }: MemberCardStore, missingFen: number): string {
  if (card.value === null) return messages.cardNone;
  if (card.value === undefined)
    return card.status === "failed" ? messages.cardUnknown : commonMessages.loading;
  const balance = formatYuan(card.value.balance);
  return missingFen > 0 ? messages.cardShort(balance, formatYuan(missingFen)) : messages.cardBalance(balance);
}
