import { observer } from "mobx-react-lite";
import { useEffect } from "react";
import { formatYuan } from "#contract/money.ts";
import { isAborted } from "#web/shared/api/ApiError.ts";
import { logFailure } from "#web/shared/log.ts";
import { ProfileHead } from "../features/user/ProfileHead.tsx";
import { formatComingPoints } from "../formatComingPoints.ts";
import { messages } from "../messages.ts";
import { type CardStore, cardStore } from "../stores/CardStore.ts";
import { inviteStore } from "../stores/InviteStore.ts";
import { userStore } from "../stores/UserStore.ts";
import { useStore } from "../useStores.ts";
import { useCard } from "./usePayPlan.ts";

const { profile: words, titles } = messages;

/** Who the customer is, with the points, the card's balance and the friends; what cannot be had leaves a dash. */
export const ProfilePageHead = observer(function ProfilePageHead({ onEdit }: { onEdit: () => void }) {
  const { user } = useStore(userStore);
  const card = useStore(cardStore);
  const invite = useStore(inviteStore);
  useCard();
  useEffect(() => {
    invite.loadStats().catch((error: unknown) => {
      if (!isAborted(error)) logFailure("loading the friends failed", error);
    });
  }, [invite]);
  const { invited } = invite.stats.value ?? {};
  const tiles = [
    {
      to: "/points",
      label: titles.points,
      value: user === undefined ? words.tiles.unknown : String(user.points),
    },
    { to: "/card", label: titles.card, value: balanceOf(card) },
    {
      to: "/invite",
      label: titles.invite,
      value: invited === undefined ? words.tiles.unknown : words.tiles.invited(invited),
    },
  ];
  const note = formatComingPoints(user?.points_coming, Date.now());
  return <ProfileHead user={user} tiles={tiles} note={note} onEdit={onEdit} />;
});

function balanceOf({ card, isOffered }: CardStore): string {
  if (card.value === undefined || !isOffered) return words.tiles.unknown;
  return card.value === null ? words.tiles.noCard : formatYuan(card.value.balance);
}
