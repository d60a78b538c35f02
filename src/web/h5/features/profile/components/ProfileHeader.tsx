import { maskPhone } from "#contract/phone.ts";
import type { User } from "#contract/user/schema.ts";
import { AppLink } from "#web/ui/AppLink.tsx";
import { Button } from "#web/ui/Button/Button.tsx";
import { Icon } from "#web/ui/Icon.tsx";
import { ImageWithFallback } from "#web/ui/ImageWithFallback.tsx";
import { appMessages } from "../../../app/messages.ts";
import styles from "./ProfileHeader.module.css";

const messages = appMessages.profile;

/** What the customer has, on a tile that leads to it. */
export interface ProfileTile {
  readonly to: string;
  readonly label: string;
  readonly value: string;
}

interface ProfileHeaderProps {
  /** Undefined while it is fetched. */
  user: User | undefined;
  tiles: readonly ProfileTile[];
  /** What else is to be known of the tiles, or an empty text. */
  note: string;
  onEdit: () => void;
}

/** Who is logged in: picture, name, masked phone, and what the customer has. */
export function ProfileHeader({ user, tiles, note, onEdit }: ProfileHeaderProps) {
  return (
    <section className={styles.head}>
      <div className={styles.who}>
        <Avatar src={user?.avatar ?? null} />
        <div className={styles.names}>
          <p className={styles.name}>{user === undefined ? " " : user.nickname || messages.unnamed}</p>
          <p className={styles.phone}>{user?.phone ? maskPhone(user.phone) : " "}</p>
        </div>
        <Button variant="plain" size="small" onPress={onEdit} disabled={user === undefined}>
          {messages.edit}
        </Button>
      </div>
      <ul className={styles.tiles}>
        {tiles.map(({ to, label, value }) => (
          <li key={to} className={styles.cell}>
            <AppLink className={styles.tile} to={to}>
              <span className={styles.figure}>{value}</span>
              <span className={styles.label}>{label}</span>
            </AppLink>
          </li>
        ))}
      </ul>
      {note !== "" && <p className={styles.note}>{note}</p>}
    </section>
  );
}

/** The same place for somebody who is not logged in. */
export function GuestHeader({ onLogin }: { onLogin: () => void }) {
  return (
    <section className={styles.head}>
      <div className={styles.who}>
        <Avatar src={null} />
        <div className={styles.names}>
          <p className={styles.name}>{messages.guest}</p>
          <p className={styles.phone}>{messages.guestHint}</p>
        </div>
      </div>
      <Button size="large" onPress={onLogin}>
        {messages.login}
      </Button>
    </section>
  );
}

/** Somebody's picture, round; an outline for who has none. */
export function Avatar({ src }: { src: string | null }) {
  return (
    <span className={styles.avatar}>
      {src === null ? (
        <Icon name="user" size={32} />
      ) : (
        <ImageWithFallback
          src={src}
          alt=""
          width={64}
          height={64}
          fallback={<span className={styles.broken}>{messages.avatarBroken}</span>}
        />
      )}
    </span>
  );
}
