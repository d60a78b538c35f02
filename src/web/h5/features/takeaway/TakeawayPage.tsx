import { useNavigate } from "react-router-dom";
import { Button } from "#web/ui/Button/Button.tsx";
import { Icon, type IconName } from "#web/ui/Icon.tsx";
import { NavBar } from "#web/ui/NavBar/NavBar.tsx";
import dumpling from "../../app/images/dumpling.webp";
import noodles from "../../app/images/noodles.webp";
import tea from "../../app/images/tea.webp";
import { navigationMessages } from "../../app/navigationMessages.ts";
import { takeawayMessages } from "./messages.ts";
import styles from "./TakeawayPage.module.css";

const stepIcons: IconName[] = ["place", "bag", "bike"];

/** `/takeaway`: introduction to delivery, and 开始点餐. */
export function TakeawayPage() {
  const navigate = useNavigate();
  return (
    <>
      <NavBar title={navigationMessages.titles.takeaway} />
      <main className={styles.page}>
        <section className={styles.hero}>
          <h2 className={styles.slogan}>
            {takeawayMessages.slogan.map((line) => (
              <span key={line}>{line}</span>
            ))}
          </h2>
          <div className={styles.dishes}>
            {[noodles, dumpling, tea].map((picture) => (
              <img key={picture} src={picture} alt="" width={84} height={84} />
            ))}
          </div>
        </section>
        <ol className={styles.steps}>
          {takeawayMessages.steps.map((step, index) => (
            <li key={step} className={styles.step}>
              <span className={styles.badge}>
                <Icon name={stepIcons[index] ?? "check"} />
              </span>
              {step}
            </li>
          ))}
        </ol>
        <ul className={styles.facts}>
          {takeawayMessages.facts.map((fact) => (
            <li key={fact}>{fact}</li>
          ))}
        </ul>
        <Button size="large" onPress={() => navigate("/takeaway-menu")}>
          {takeawayMessages.start}
        </Button>
      </main>
    </>
  );
}
