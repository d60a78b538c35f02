import { observer } from "mobx-react-lite";
import { useEffect } from "react";
import { keptTexts } from "../keptTexts.ts";
import styles from "./AgeNote.module.css";

interface AgeNoteProps {
  /** What is shown below, and since when nobody knows whether it is true still. */
  kept: { readonly oldSince: number | null };
  /** Asks again; called when the network is back. */
  onRenew: () => void;
}

/** Says how old the things below are while the network is away; nothing otherwise. */
export const AgeNote = observer(function AgeNote({ kept: { oldSince }, onRenew }: AgeNoteProps) {
  const isOld = oldSince !== null;
  useEffect(() => {
    if (!isOld) return;
    window.addEventListener("online", onRenew);
    return () => window.removeEventListener("online", onRenew);
  }, [isOld, onRenew]);
  if (!isOld) return null;
  return (
    <p className={styles.note} role="status">
      {keptTexts.offline(oldSince)}
    </p>
  );
});
