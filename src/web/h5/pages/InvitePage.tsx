import { observer } from "mobx-react-lite";
import { useCallback, useEffect, useState } from "react";
import { useNavigate } from "react-router-dom";
import { inviteRewards } from "#contract/invite/rewards.ts";
import type { InviteRecord } from "#contract/invite/schema.ts";
import { isWechat } from "#web/bridge/environment.ts";
import { isAborted, messageOf } from "#web/shared/api/ApiError.ts";
import { logFailure } from "#web/shared/log.ts";
import { Button } from "#web/shared/ui/Button.tsx";
import { EmptyState } from "#web/shared/ui/EmptyState.tsx";
import { EndlessList, useListReload } from "#web/shared/ui/EndlessList.tsx";
import { FailedState } from "#web/shared/ui/FailedState.tsx";
import { NavBar } from "#web/shared/ui/NavBar.tsx";
import { EntryRow, signed } from "../features/wallet/EntryRow.tsx";
import { InviteCode } from "../features/wallet/InviteCode.tsx";
import { InviteStats } from "../features/wallet/InviteStats.tsx";
import { formatMoment } from "../formatMoment.ts";
import { homeMessages } from "../homeMessages.ts";
import { inviteMessages } from "../inviteMessages.ts";
import { inviteStore } from "../stores/InviteStore.ts";
import { useStore } from "../useStores.ts";
import { InvitePageBinding } from "./InvitePageBinding.tsx";
import { InvitePagePoster } from "./InvitePagePoster.tsx";
import { useCopying } from "./useCopying.ts";
import styles from "./WalletPage.module.css";

const words = inviteMessages;

/** `/invite`: the customer's own code to hand on, who came by it, and the thanks for their first meals. */
export const InvitePage = observer(function InvitePage() {
  const invite = useStore(inviteStore);
  const reloadList = useListReload(invite.records, words.recordsFailed);
  const load = useCallback(() => {
    invite.load().catch((error: unknown) => {
      if (!isAborted(error)) logFailure("loading the invite code failed", error);
    });
  }, [invite]);
  const reload = useCallback(async () => {
    load();
    await reloadList();
  }, [load, reloadList]);
  useEffect(() => void reload(), [reload]);
  const { code, stats } = invite;
  // A host that does not tell decides when a code is sent.
  const canBind = stats.value?.can_bind ?? (stats.status === "ready" || stats.status === "failed");
  if (code.value === undefined && code.status === "failed")
    return (
      <main className={styles.page}>
        <NavBar title={homeMessages.titles.invite} back="/profile" />
        <FailedState text={messageOf(code.error, words.failed)} onRetry={() => void reload()} />
      </main>
    );
  return (
    <main className={styles.page}>
      <NavBar title={homeMessages.titles.invite} back="/profile" />
      <Inviting />
      {canBind && <InvitePageBinding />}
      <h2 className={styles.section}>{words.records}</h2>
      <EndlessList
        list={invite.records}
        failed={words.recordsFailed}
        skeleton="line"
        empty={<EmptyState drawing="gift" text={words.recordsEmpty} />}
        onReload={reload}
      >
        <ul className={styles.list}>
          {invite.records.items.map((record) => (
            <Friend key={`${record.at} ${record.name}`} record={record} />
          ))}
        </ul>
      </EndlessList>
    </main>
  );
});

const Inviting = observer(function Inviting() {
  const { code, stats } = useStore(inviteStore);
  const navigate = useNavigate();
  const copy = useCopying(words);
  const [isPosterOpen, setIsPosterOpen] = useState(false);
  const { inviterPoints, inviteePoints, delayDays } = inviteRewards;
  const isInWechat = isWechat(navigator.userAgent);
  return (
    <>
      <div className={styles.intro}>
        <p className={styles.slogan}>{words.slogan}</p>
        <p className={styles.hint}>{words.thanks(inviterPoints, inviteePoints, delayDays)}</p>
      </div>
      <InviteCode
        code={code.value?.invite_code ?? ""}
        hint={isInWechat ? words.inWechat : ""}
        onCopyCode={() => void copy(code.value?.invite_code ?? "")}
        {...(isInWechat ? {} : { onCopyLink: () => void copy(code.value?.invite_url ?? "") })}
        onPoster={() => setIsPosterOpen(true)}
      />
      <InviteStats
        stats={stats.value}
        action={
          <Button look="ghost" size="small" onPress={() => navigate("/withdraw")}>
            {words.withdraw}
          </Button>
        }
      />
      <InvitePagePoster open={isPosterOpen} onClose={() => setIsPosterOpen(false)} />
    </>
  );
});

const tones = { registered: "plain", ordered: "wait", rewarded: "plus", revoked: "minus" } as const;

function Friend({ record: { name, status, points, at } }: { record: InviteRecord }) {
  return (
    <EntryRow
      title={name}
      notes={[formatMoment(at), words.states[status]]}
      value={points > 0 && status === "rewarded" ? signed(points, String(points)) : "—"}
      tone={tones[status]}
    />
  );
}
