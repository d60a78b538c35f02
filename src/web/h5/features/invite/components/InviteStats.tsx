import type { ReactNode } from "react";
import { Grid, GridItem } from "react-vant/es/grid/index.js";
import "react-vant/es/grid/style/index.css";
import { Card, CardRow } from "#web/ui/Card/Card.tsx";
import { inviteMessages } from "../messages.ts";
import styles from "./InviteStats.module.css";

const messages = inviteMessages.stats;

interface Stats {
  readonly invited: number;
  readonly ordered: number;
  readonly rewarded_points: number;
  readonly withdrawable: number;
}

/** Counts of invited friends, their orders and the reward points; dashes while unknown. */
export function InviteStats({ stats, action }: { stats: Stats | undefined; action: ReactNode }) {
  const figures = [
    [messages.invited, stats?.invited],
    [messages.ordered, stats?.ordered],
    [messages.points, stats?.rewarded_points],
  ] as const;
  return (
    <Card>
      <Grid columnNum={3} border={false}>
        {figures.map(([label, value]) => (
          <GridItem key={label}>
            <b className={styles.value}>{value ?? "—"}</b>
            <span className={styles.label}>{label}</span>
          </GridItem>
        ))}
      </Grid>
      <CardRow label={`${messages.withdrawable} ${stats?.withdrawable ?? "—"}`}>{action}</CardRow>
    </Card>
  );
}
