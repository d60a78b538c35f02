import { firstOutlines, Outline } from "#web/shared/ui/Outline.tsx";
import noodles from "../../art/noodles.webp";
import { homeMessages } from "../../homeMessages.ts";
import styles from "./HomeHead.module.css";

interface HomeHeadProps {
  greeting: string;
  /** The located city, or null when nobody has asked yet. */
  city: string | null;
  onPick: () => void;
}

/** The greeting, and the city which a tap locates or changes. */
export function HomeHead({ greeting, city, onPick }: HomeHeadProps) {
  const { home } = homeMessages;
  return (
    <header className={styles.head}>
      <button type="button" className={styles.city} onClick={onPick}>
        <Outline path={firstOutlines.place} size={18} />
        {city ?? home.locate}
      </button>
      <div className={styles.row}>
        <h1 className={styles.greeting}>
          <span className={styles.hello}>{greeting}</span>
          {home.appetite}
        </h1>
        <img className={styles.picture} src={noodles} alt="" loading="lazy" width={104} height={104} />
      </div>
    </header>
  );
}
