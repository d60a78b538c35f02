import { icpRegisterUrl, policeRegisterUrl } from "#contract/legal/registers.ts";
import type { LegalNotices } from "#contract/legal/schema.ts";
import styles from "./Registrations.module.css";

/** Numbers of the ICP filing and of the registration with the police, linked to their registers; nothing without any. */
export function Registrations({ notices }: { notices: Pick<LegalNotices, "icp" | "police"> }) {
  const { icp, police } = notices;
  const link = { className: styles.link, target: "_blank", rel: "noreferrer" };
  return (
    <>
      {icp !== "" && (
        <a {...link} href={icpRegisterUrl}>
          {icp}
        </a>
      )}
      {police !== "" && (
        <a {...link} href={policeRegisterUrl(police)}>
          {police}
        </a>
      )}
    </>
  );
}
