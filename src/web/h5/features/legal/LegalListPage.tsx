import { observer } from "mobx-react-lite";
import { useCallback, useEffect } from "react";
import { Cell } from "react-vant/es/cell/index.js";
import "react-vant/es/cell/style/index.css";
import type { LegalNotices } from "#contract/legal/schema.ts";
import { legalTextNames, legalTextTitles } from "#contract/legal/texts.ts";
import { isAbortError, toErrorMessage } from "#web/lib/api/ApiError.ts";
import { logError } from "#web/lib/logError.ts";
import { formatDate } from "#web/lib/time/formatTime.ts";
import { AppLink } from "#web/ui/AppLink.tsx";
import { EmptyState } from "#web/ui/EmptyState/EmptyState.tsx";
import { ErrorState } from "#web/ui/ErrorState.tsx";
import { Icon } from "#web/ui/Icon.tsx";
import { ImageWithFallback } from "#web/ui/ImageWithFallback.tsx";
import { NavBar } from "#web/ui/NavBar/NavBar.tsx";
import { Skeleton } from "#web/ui/Skeleton/Skeleton.tsx";
import styles from "../../app/components/ListPage.module.css";
import { navigationMessages } from "../../app/navigationMessages.ts";
import { useStore } from "../../app/useStores.ts";
import { Registrations } from "./components/Registrations.tsx";
import pageStyles from "./LegalListPage.module.css";
import { legalTextStore } from "./LegalTextStore.ts";
import { legalTextHints, legalMessages as messages } from "./legalMessages.ts";
import { noticesStore } from "./NoticesStore.ts";

/** `/legal`: all legal texts, the chain's registrations and its licences, for everyone. */
export const LegalListPage = observer(function LegalListPage() {
  return (
    <main className={styles.page}>
      <NavBar title={navigationMessages.titles.legal} back="/profile" />
      <Texts />
      <Notices />
    </main>
  );
});

const Texts = observer(function Texts() {
  const store = useStore(legalTextStore);
  const { list, isUnsupported } = store;
  const load = useCallback(() => {
    store.loadList().catch((error: unknown) => {
      if (!isAbortError(error)) logError("loading the legal texts failed", error);
    });
  }, [store]);
  useEffect(load, [load]);
  if (isUnsupported) return <EmptyState illustration="failed" text={messages.notOffered} />;
  if (list.value === undefined && list.status === "failed")
    return <ErrorState text={toErrorMessage(list.error, messages.listFailed)} onRetry={load} />;
  if (list.value === undefined) return <Skeleton shape="line" rows={7} className={styles.skeleton} />;
  return (
    <nav className={styles.list} aria-label={messages.all}>
      {legalTextNames.map((name) => {
        const text = list.value?.find((one) => one.name === name);
        const note =
          text === undefined || text.changed_at === null
            ? legalTextHints[name]
            : messages.version(text.version, formatDate(text.changed_at));
        return (
          <AppLink key={name} to={`/legal/${name}`}>
            <Cell
              center
              className={pageStyles.row ?? ""}
              title={legalTextTitles[name]}
              label={note}
              rightIcon={<Icon name="chevron" size={16} />}
            />
          </AppLink>
        );
      })}
    </nav>
  );
});

const Notices = observer(function Notices() {
  const store = useStore(noticesStore);
  useEffect(() => {
    store.load().catch((error: unknown) => {
      if (!isAbortError(error)) logError("loading the notices failed", error);
    });
  }, [store]);
  const notices = store.notices.value;
  if (notices === undefined) return null;
  return (
    <section aria-label={messages.notices}>
      {notices.minors !== "" && (
        <>
          <h2 className={styles.section}>{messages.minors}</h2>
          <p className={pageStyles.note}>{notices.minors}</p>
        </>
      )}
      <Licences notices={notices} />
      <p className={pageStyles.registrations}>
        <Registrations notices={notices} />
      </p>
    </section>
  );
});

function Licences({ notices }: { notices: LegalNotices }) {
  const pictures = [
    { url: notices.business_licence, name: messages.businessLicence },
    { url: notices.food_licence, name: messages.foodLicence },
  ].filter(({ url }) => url !== "");
  if (pictures.length === 0) return null;
  return (
    <>
      <h2 className={styles.section}>{messages.licences}</h2>
      <div className={pageStyles.licences}>
        {pictures.map(({ url, name }) => (
          <figure key={name}>
            <ImageWithFallback
              className={pageStyles.licence}
              src={url}
              alt={name}
              loading="lazy"
              fallback={<span>{messages.licenceBroken}</span>}
            />
            <figcaption>{name}</figcaption>
          </figure>
        ))}
      </div>
    </>
  );
}
