import { observer } from "mobx-react-lite";
import { useEffect } from "react";
import { formatYuan } from "#contract/money.ts";
import { isAbortError } from "#web/lib/api/ApiError.ts";
import { logError } from "#web/lib/logError.ts";
import { navigationMessages } from "../../../app/navigationMessages.ts";
import { useStore } from "../../../app/useStores.ts";
import { userStore } from "../../auth/UserStore.ts";
import { inviteStore } from "../../invite/InviteStore.ts";
import { formatComingPoints } from "../../wallet/formatComingPoints.ts";
import { type MemberCardStore, memberCardStore } from "../../wallet/MemberCardStore.ts";
import { useMemberCard } from "../../wallet/useMemberCard.ts";
import { profileMessages } from "../messages.ts";
import { ProfileHeader } from "./ProfileHeader.tsx";

const { titles } = navigationMessages;

/** Customer header with the points, the card's balance and the friends; a failed value shows a dash. */
export const ProfileSummary = observer(function ProfileSummary({ onEdit }: { onEdit: () => void }) {
  const { user } = useStore(userStore);
  const card = useStore(memberCardStore);
  const invite = useStore(inviteStore);
  useMemberCard();
  useEffect(() => {
    invite.loadStats().catch((error: unknown) => {
      if (!isAbortError(error)) logError("loading the friends failed", error);
    });
  }, [invite]);
  const { invited } = invite.stats.value ?? {};
  const tiles = [
    {
      to: "/points",
      label: titles.points,
      value: user === undefined ? profileMessages.tiles.unknown : String(user.points),
    },
    { to: "/card", label: titles.card, value: formatBalance(card) },
    {
      to: "/invite",
      label: titles.invite,
      value: invited === undefined ? profileMessages.tiles.unknown : profileMessages.tiles.invited(invited),
    },
  ];
  const note = formatComingPoints(user?.points_coming, Date.now());
  return <ProfileHeader user={user} tiles={tiles} note={note} onEdit={onEdit} />;
});

function formatBalance({ card, isAvailable: isOffered }: MemberCardStore): string {
  if (card.value === undefined || !isOffered) return profileMessages.tiles.unknown;
  return card.value === null ? profileMessages.tiles.noCard : formatYuan(card.value.balance);
}
