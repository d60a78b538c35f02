import { maskPhone } from "#contract/phone.ts";
import type { User } from "#contract/user/schema.ts";
import { AppLink } from "#web/ui/AppLink.tsx";
import { Button } from "#web/ui/Button/Button.tsx";
import { Icon } from "#web/ui/Icon.tsx";
import { ImageWithFallback } from "#web/ui/ImageWithFallback.tsx";
import { profileMessages } from "../messages.ts";
import styles from "./ProfileHeader.module.css";

const messages = profileMessages;

/** Tile with a value and a link. */
export interface ProfileTile {
  readonly to: string;
  readonly label: string;
  readonly value: string;
}

interface ProfileHeaderProps {
  /** Undefined while loading. */
  user: User | undefined;
  tiles: readonly ProfileTile[];
  /** Note about the tiles, or an empty text. */
  note: string;
  onEdit: () => void;
}

/** Header of a logged-in customer: picture, name, masked phone, and tiles. */
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

/** Header of a guest. */
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

/** Round profile picture; an outline without one. */
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
