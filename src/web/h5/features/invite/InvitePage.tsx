import { observer } from "mobx-react-lite";
import { useCallback, useEffect, useState } from "react";
import { useNavigate } from "react-router-dom";
import type { InviteRecord, InviteRewards } from "#contract/invite/schema.ts";
import { clientFeatures, findClient } from "#web/bridge/clients.ts";
import { isWechat, readUserAgent } from "#web/bridge/environment.ts";
import { isAbortError, toErrorMessage } from "#web/lib/api/ApiError.ts";
import { logError } from "#web/lib/logError.ts";
import { formatDateTime } from "#web/lib/time/formatTime.ts";
import { AppLink } from "#web/ui/AppLink.tsx";
import { Button } from "#web/ui/Button/Button.tsx";
import { EmptyState } from "#web/ui/EmptyState/EmptyState.tsx";
import { ErrorState } from "#web/ui/ErrorState.tsx";
import { InfiniteList, useListReload } from "#web/ui/InfiniteList/InfiniteList.tsx";
import { NavBar } from "#web/ui/NavBar/NavBar.tsx";
import { formatSigned, RecordRow } from "#web/ui/RecordRow/RecordRow.tsx";
import listStyles from "../../app/components/ListPage.module.css";
import { navigationMessages } from "../../app/navigationMessages.ts";
import { useCopyToClipboard } from "../../app/useCopyToClipboard.ts";
import { useStore } from "../../app/useStores.ts";
import { BindInviterSection } from "./components/BindInviterSection.tsx";
import { InviteCodeCard } from "./components/InviteCodeCard.tsx";
import { InviteStats } from "./components/InviteStats.tsx";
import { PosterSheet } from "./components/PosterSheet.tsx";
import styles from "./InvitePage.module.css";
import { inviteStore } from "./InviteStore.ts";
import { inviteMessages } from "./messages.ts";

const messages = inviteMessages;

/** `/invite`: the customer's invite code, the invited friends, and the rewards for their first meals. */
export const InvitePage = observer(function InvitePage() {
  const invite = useStore(inviteStore);
  const reloadList = useListReload(invite.records, messages.recordsFailed);
  const load = useCallback(() => {
    invite.load().catch((error: unknown) => {
      if (!isAbortError(error)) logError("loading the invite code failed", error);
    });
  }, [invite]);
  const reload = useCallback(async () => {
    load();
    await reloadList();
  }, [load, reloadList]);
  useEffect(() => void reload(), [reload]);
  const { code, stats } = invite;
  // A host without this field decides when a code is sent.
  const canBind = stats.value?.can_bind ?? (stats.status === "ready" || stats.status === "failed");
  if (code.value === undefined && code.status === "failed")
    return (
      <main className={listStyles.page}>
        <NavBar title={navigationMessages.titles.invite} back="/profile" />
        <ErrorState text={toErrorMessage(code.error, messages.failed)} onRetry={() => void reload()} />
      </main>
    );
  return (
    <main className={listStyles.page}>
      <NavBar title={navigationMessages.titles.invite} back="/profile" />
      <InviteSection />
      {canBind && <BindInviterSection />}
      <h2 className={listStyles.section}>{messages.records}</h2>
      <InfiniteList
        list={invite.records}
        errorText={messages.recordsFailed}
        skeleton="line"
        empty={<EmptyState illustration="gift" text={messages.recordsEmpty} />}
        onReload={reload}
      >
        <ul className={listStyles.list}>
          {invite.records.items.map((record) => (
            <InviteRecordRow key={`${record.at} ${record.name}`} record={record} />
          ))}
        </ul>
      </InfiniteList>
    </main>
  );
});

const InviteSection = observer(function InviteSection() {
  const { code, stats } = useStore(inviteStore);
  const navigate = useNavigate();
  const copy = useCopyToClipboard(messages);
  const [isPosterOpen, setIsPosterOpen] = useState(false);
  // Hosts with other rewards do not tell them.
  const rewards = stats.value?.rewards;
  const hasMenu = clientFeatures[findClient(readUserAgent())].share === "menu";
  return (
    <>
      <div className={listStyles.intro}>
        <p className={styles.slogan}>{messages.slogan}</p>
        <RewardsHint rewards={rewards} />
      </div>
      <InviteCodeCard
        code={code.value?.invite_code ?? ""}
        hint={hasMenu ? messages.wechatShareHint : ""}
        onCopyCode={() => void copy(code.value?.invite_code ?? "")}
        {...(hasMenu ? {} : { onCopyLink: () => void copy(code.value?.invite_url ?? "") })}
        onPoster={() => setIsPosterOpen(true)}
      />
      <InviteStats
        stats={stats.value}
        action={
          <Button variant="ghost" size="small" onPress={() => navigate("/withdraw")}>
            {messages.withdraw}
          </Button>
        }
      />
      <PosterSheet open={isPosterOpen} onClose={() => setIsPosterOpen(false)} />
    </>
  );
});

/** What a friend's first meal earns; inside WeChat, whose rules forbid that on a first screen, a link to the rules. */
function RewardsHint({ rewards }: { rewards: InviteRewards | undefined }) {
  if (isWechat(navigator.userAgent))
    return (
      <p className={styles.hint}>
        <AppLink className={styles.rules} to="/legal/invite-rules">
          {messages.rules}
        </AppLink>
      </p>
    );
  return <p className={styles.hint}>{rewards && messages.thanks(rewards)}</p>;
}

const tones = { registered: "plain", ordered: "wait", rewarded: "plus", revoked: "minus" } as const;

function InviteRecordRow({ record: { name, status, points, at } }: { record: InviteRecord }) {
  return (
    <RecordRow
      title={name}
      notes={[formatDateTime(at), messages.states[status]]}
      value={points > 0 && status === "rewarded" ? formatSigned(points, String(points)) : "—"}
      tone={tones[status]}
    />
  );
}
