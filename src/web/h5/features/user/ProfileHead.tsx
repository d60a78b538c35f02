import { maskPhone } from "#contract/phone.ts";
import type { User } from "#contract/user/schema.ts";
import { AppLink } from "#web/shared/ui/AppLink.tsx";
import { Button } from "#web/shared/ui/Button.tsx";
import { Icon } from "#web/shared/ui/Icon.tsx";
import { messages } from "../../messages.ts";
import styles from "./ProfileHead.module.css";

const words = messages.profile;

interface ProfileHeadProps {
  /** Undefined while it is fetched. */
  user: User | undefined;
  onEdit: () => void;
}

/** Who is logged in: picture, name, masked phone, and the points. */
export function ProfileHead({ user, onEdit }: ProfileHeadProps) {
  return (
    <section className={styles.head}>
      <div className={styles.who}>
        <Avatar src={user?.avatar ?? null} />
        <div className={styles.names}>
          <p className={styles.name}>{user === undefined ? " " : user.nickname || words.unnamed}</p>
          <p className={styles.phone}>{user?.phone ? maskPhone(user.phone) : " "}</p>
        </div>
        <Button look="plain" size="small" onPress={onEdit} disabled={user === undefined}>
          {words.edit}
        </Button>
      </div>
      <AppLink className={styles.points} to="/points">
        <span>
          {messages.titles.points}
          <b className={styles.figure}>{user?.points ?? " "}</b>
        </span>
        <Icon name="chevron" size={16} />
      </AppLink>
    </section>
  );
}

/** The same place for somebody who is not logged in. */
export function GuestHead({ onLogin }: { onLogin: () => void }) {
  return (
    <section className={styles.head}>
      <div className={styles.who}>
        <Avatar src={null} />
        <div className={styles.names}>
          <p className={styles.name}>{words.guest}</p>
          <p className={styles.phone}>{words.guestHint}</p>
        </div>
      </div>
      <Button size="large" onPress={onLogin}>
        {words.login}
      </Button>
    </section>
  );
}

function Avatar({ src }: { src: string | null }) {
  return (
    <span className={styles.avatar}>
      {src === null ? <Icon name="user" size={32} /> : <img src={src} alt="" width={64} height={64} />}
    </span>
  );
}
