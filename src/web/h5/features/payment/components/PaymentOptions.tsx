import { observer } from "mobx-react-lite";
import { useNavigate } from "react-router-dom";
import { formatYuan } from "#contract/money.ts";
import type { PointsOffer } from "#contract/points/schema.ts";
import { commonMessages } from "#web/lib/commonMessages.ts";
import { Button } from "#web/ui/Button/Button.tsx";
import { useStore } from "../../../app/useStores.ts";
import { type MemberCardStore, memberCardStore } from "../../wallet/MemberCardStore.ts";
import { useMemberCard } from "../../wallet/useMemberCard.ts";
import { paymentMessages } from "../messages.ts";
import type { PaymentBreakdown, PaymentChoice } from "../PaymentOptionsStore.ts";
import { useWechatPayMode, type WechatPayMode } from "../useWechatPayMode.ts";
import { PaymentMethods } from "./PaymentMethods.tsx";
import { PointsSwitch } from "./PointsSwitch.tsx";

const messages = paymentMessages;

const { linkNote: noteLink, pageNote: notePage } = paymentMessages.miniProgram;
const wechatNotes: Record<WechatPayMode, string> = {
  usual: "",
  link: noteLink,
  page: notePage,
  elsewhere: messages.elsewhere.note,
};

interface PaymentOptionsProps {
  choice: PaymentChoice;
  /** Amounts of the choice. */
  breakdown: PaymentBreakdown;
  /** Usable points; null while unknown. */
  offer: PointsOffer | null;
  onChoose: (choice: PaymentChoice) => void;
}

/** Payment options: points, and WeChat or the member card. */
export const PaymentOptions = observer(function PaymentOptions(props: PaymentOptionsProps) {
  const { choice, breakdown, offer, onChoose } = props;
  const store = useStore(memberCardStore);
  const load = useMemberCard();
  const wechatPayMode = useWechatPayMode();
  const navigate = useNavigate();
  const { value, status } = store.card;
  const missingFen = value == null || breakdown.dueFen === null ? 0 : breakdown.dueFen - value.balance;
  const isUnknown = value === undefined && status === "failed";
  const cardAction =
    value === null ? (
      <ActionButton text={messages.cardBind} onPress={() => navigate("/card")} />
    ) : (
      isUnknown && <ActionButton text={commonMessages.retry} onPress={load} />
    );
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
        cardAction={cardAction}
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
