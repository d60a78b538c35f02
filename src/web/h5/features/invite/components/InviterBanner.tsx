import { useEffect, useState } from "react";
import { inviteEndpoints } from "#contract/invite/endpoints.ts";
import type { Inviter } from "#contract/invite/schema.ts";
import { isWechat } from "#web/bridge/environment.ts";
import { isAbortError, isUnsupportedEndpoint } from "#web/lib/api/ApiError.ts";
import { logError } from "#web/lib/logError.ts";
import { AppLink } from "#web/ui/AppLink.tsx";
import { Icon } from "#web/ui/Icon.tsx";
import { useStores } from "../../../app/useStores.ts";
import { readInviteCode } from "../inviteCode.ts";
import { inviterMessages as messages } from "../inviterMessages.ts";
import styles from "./InviterBanner.module.css";

/**
 * Bar above the tabs for a visitor who opened an invite link: who sent it, and what both get for a first meal. Inside
 * WeChat it names no reward, because its rules forbid pages that open with one. Shows nothing for an unknown code.
 */
export function InviterBanner() {
  const { api } = useStores();
  const [inviter, setInviter] = useState<Inviter | null>(null);
  useEffect(() => {
    const abort = new AbortController();
    api
      .call(inviteEndpoints.inviter, { query: { invite_code: readInviteCode() }, signal: abort.signal })
      .then(setInviter)
      .catch((error: unknown) => {
        // On hosts without the endpoint the page is whole without the bar.
        if (!isAbortError(error) && !isUnsupportedEndpoint(error))
          logError("the inviter is not known", error);
      });
    return () => abort.abort();
  }, [api]);
  if (inviter === null) return null;
  const hint = isWechat(navigator.userAgent) ? "" : messages.rewards(inviter.rewards);
  return (
    <section className={styles.bar} aria-label={messages.label}>
      {inviter.avatar === null ? (
        <Icon name="gift" size={28} className={styles.icon} />
      ) : (
        <img className={styles.face} src={inviter.avatar} alt="" width={40} height={40} />
      )}
      <span className={styles.words}>
        <b>{messages.title(inviter.name)}</b>
        {hint !== "" && <span className={styles.hint}>{hint}</span>}
      </span>
      <AppLink className={styles.login} to="/login">
        {messages.login}
      </AppLink>
      <button
        type="button"
        className={styles.close}
        aria-label={messages.close}
        onClick={() => setInviter(null)}
      >
        <Icon name="close" size={16} />
      </button>
    </section>
  );
}
