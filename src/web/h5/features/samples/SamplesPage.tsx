import { type ReactNode, useState } from "react";
import { AppLink } from "#web/ui/AppLink.tsx";
import { BottomBar } from "#web/ui/BottomBar/BottomBar.tsx";
import { BottomSheet } from "#web/ui/BottomSheet/BottomSheet.tsx";
import { Button } from "#web/ui/Button/Button.tsx";
import { NavBar } from "#web/ui/NavBar/NavBar.tsx";
import { confirm, success, toast } from "#web/ui/notify.ts";
import { OfflineBanner } from "#web/ui/OfflineBanner/OfflineBanner.tsx";
import { Price } from "#web/ui/Price/Price.tsx";
import { StaleNotice } from "#web/ui/StaleNotice/StaleNotice.tsx";
import { MainTabs } from "../../app/MainTabs.tsx";
import { navigationMessages } from "../../app/navigationMessages.ts";
import { CardSamples, StateSamples } from "./DisplaySamples.tsx";
import { ChoiceSamples, FieldSamples } from "./InputSamples.tsx";
import { samplesMessages as messages } from "./messages.ts";
import styles from "./SamplesPage.module.css";

const { sections } = messages;
const variants = ["main", "plain", "ghost"] as const;
const sizes = ["large", "medium", "small"] as const;
const minuteMs = 60_000;

/** Every component of `web/ui` in its states; only the development server has this page. */
export function SamplesPage() {
  return (
    <>
      <NavBar
        title={navigationMessages.titles.samples}
        back={false}
        right={
          <AppLink className={styles.link} to="/">
            {messages.goOrder}
          </AppLink>
        }
      />
      <main>
        <Section title={sections.buttons}>
          <ButtonSamples />
        </Section>
        <Section title={sections.choices}>
          <ChoiceSamples />
        </Section>
        <Section title={sections.fields}>
          <FieldSamples />
        </Section>
        <Section title={sections.cards}>
          <CardSamples />
        </Section>
        <Section title={sections.states}>
          <StateSamples />
        </Section>
        <Section title={sections.notices}>
          <NoticeSamples />
        </Section>
        <Section title={sections.popups}>
          <PopupSamples />
        </Section>
        <Section title={sections.bars}>
          <div className={styles.bar}>
            <BottomBar>
              <span>
                {messages.total} <Price fen={3_300} />
              </span>
              <Button>{messages.submit}</Button>
            </BottomBar>
          </div>
        </Section>
      </main>
      <MainTabs />
    </>
  );
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className={styles.section}>
      <h2>{title}</h2>
      {children}
    </section>
  );
}

function ButtonSamples() {
  return (
    <div className={styles.items}>
      {variants.map((variant) =>
        sizes.map((size) => (
          <Button key={variant + size} variant={variant} size={size}>
            {messages.variants[variant]} {messages.sizes[size]}
          </Button>
        )),
      )}
      <Button disabled>{messages.disabled}</Button>
      <Button isBusy>{messages.busy}</Button>
    </div>
  );
}

function NoticeSamples() {
  const [staleSince] = useState(() => Date.now() - minuteMs);
  return (
    <>
      <StaleNotice cache={{ staleSince }} onRefresh={ignore} />
      <OfflineBanner />
      <div className={styles.items}>
        <Button size="small" onPress={() => void toast(messages.failed)}>
          {messages.toast}
        </Button>
        <Button size="small" onPress={() => success(messages.saved)}>
          {messages.success}
        </Button>
      </div>
    </>
  );
}

function PopupSamples() {
  const [open, setOpen] = useState<"sheet" | "tallSheet" | null>(null);
  const close = () => setOpen(null);
  return (
    <div className={styles.items}>
      <Button onPress={() => setOpen("sheet")}>{messages.sheet}</Button>
      <Button onPress={() => setOpen("tallSheet")}>{messages.tallSheet}</Button>
      <Button onPress={() => void confirm({ message: messages.question, confirmText: messages.remove })}>
        {messages.confirm}
      </Button>
      <BottomSheet open={open === "sheet"} onClose={close} title={messages.sheetTitle}>
        <p>{messages.sheetText}</p>
      </BottomSheet>
      <BottomSheet
        open={open === "tallSheet"}
        onClose={close}
        title={messages.tallSheetTitle}
        isTall
        extra={
          <Button variant="ghost" size="small" onPress={ignore}>
            {messages.clear}
          </Button>
        }
        footer={
          <Button size="large" onPress={close}>
            {messages.finish}
          </Button>
        }
      >
        <p>{messages.sheetText}</p>
      </BottomSheet>
    </div>
  );
}

function ignore(): void {
  // A sample does nothing.
}
