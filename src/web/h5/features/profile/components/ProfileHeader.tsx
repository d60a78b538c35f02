import { clsx } from "clsx";
import type { ReactNode } from "react";
import { Cell } from "react-vant/es/cell/index.js";
import { brandName } from "#web/lib/brandName.ts";
import "react-vant/es/cell/style/index.css";
import { Grid, GridItem } from "react-vant/es/grid/index.js";
import "react-vant/es/grid/style/index.css";
import { Image } from "react-vant/es/image/index.js";
import "react-vant/es/image/style/index.css";
import { maskPhone } from "#contract/phone.ts";
import type { User } from "#contract/user/schema.ts";
import { AppLink } from "#web/ui/AppLink.tsx";
import { Button } from "#web/ui/Button/Button.tsx";
import { Icon } from "#web/ui/Icon.tsx";
import { profileMessages } from "../messages.ts";
import styles from "./ProfileHeader.module.css";

const messages = profileMessages;
/** Keeps the line while its text is loading. */
const blank = "\u00a0";

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
      <Customer
        avatar={user?.avatar ?? null}
        name={user === undefined ? blank : user.nickname || messages.unnamed(brandName())}
        note={user?.phone ? maskPhone(user.phone) : blank}
      >
        <Button variant="plain" size="small" onPress={onEdit} disabled={user === undefined}>
          {messages.edit}
        </Button>
      </Customer>
      <Grid className={styles.tiles ?? ""} columnNum={tiles.length} border={false}>
        {tiles.map(({ to, label, value }) => (
          <GridItem key={to}>
            <AppLink className={styles.tile} to={to}>
              <b>{value}</b>
              {label}
            </AppLink>
          </GridItem>
        ))}
      </Grid>
      {note !== "" && <p className={styles.note}>{note}</p>}
    </section>
  );
}

/** Header of a guest. */
export function GuestHeader({ onLogin }: { onLogin: () => void }) {
  return (
    <section className={styles.head}>
      <Customer avatar={null} name={messages.guest} note={messages.guestHint} />
      <Button size="large" onPress={onLogin}>
        {messages.login}
      </Button>
    </section>
  );
}

interface CustomerProps {
  avatar: string | null;
  name: string;
  note: string;
  /** Control on the right. */
  children?: ReactNode;
}

function Customer({ avatar, name, note, children }: CustomerProps) {
  return (
    <Cell
      className={styles.customer ?? ""}
      center
      border={false}
      icon={<Avatar src={avatar} />}
      title={<p className={styles.name}>{name}</p>}
      label={note}
    >
      {children}
    </Cell>
  );
}

interface AvatarProps {
  src: string | null;
  className?: string;
}

/** Round profile picture; an outline without one. */
export function Avatar({ src, className }: AvatarProps) {
  return (
    <span className={clsx(styles.avatar, className)}>
      {src === null ? (
        <Icon name="user" size={32} />
      ) : (
        <Image
          src={src}
          alt=""
          width="100%"
          height="100%"
          fit="cover"
          errorIcon={<span>{messages.avatarBroken}</span>}
        />
      )}
    </span>
  );
}
