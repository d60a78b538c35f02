import { coreIconPaths, SvgIcon } from "#web/ui/SvgIcon.tsx";
import noodles from "../../../app/images/noodles.webp";
import { homeMessages } from "../messages.ts";
import styles from "./HomeHeader.module.css";

const messages = homeMessages;

interface HomeHeaderProps {
  greeting: string;
  /** Located city; null before the first request. */
  city: string | null;
  onPick: () => void;
}

/** Greeting and city; a tap locates or changes the city. */
export function HomeHeader({ greeting, city, onPick }: HomeHeaderProps) {
  return (
    <header className={styles.head}>
      <button type="button" className={styles.city} onClick={onPick}>
        <SvgIcon path={coreIconPaths.place} size={18} />
        {city ?? messages.locate}
      </button>
      <div className={styles.row}>
        <h1 className={styles.greeting}>
          <span className={styles.hello}>{greeting}</span>
          {messages.appetite}
        </h1>
        <img className={styles.picture} src={noodles} alt="" loading="lazy" width={104} height={104} />
      </div>
    </header>
  );
}
