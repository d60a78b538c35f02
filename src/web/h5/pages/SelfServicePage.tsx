import { useNavigate, useSearchParams } from "react-router-dom";
import { Button } from "#web/shared/ui/Button.tsx";
import { NavBar } from "#web/shared/ui/NavBar.tsx";
import { VoucherCard } from "../features/prepaid/VoucherCard.tsx";
import { formatMoment } from "../formatMoment.ts";
import { homeMessages } from "../homeMessages.ts";
import { selectForVoucherPath } from "../inStorePaths.ts";
import { prepaidMessages } from "../prepaidMessages.ts";
import styles from "./SelfServicePage.module.css";
import { SelfServicePageEntries } from "./SelfServicePageEntries.tsx";
import { VoucherGate } from "./VoucherGate.tsx";

const words = prepaidMessages;

/** `/self-service`: ordering at a store by oneself; with a voucher's link, what it is for and the way to have it. */
export function SelfServicePage() {
  const [query] = useSearchParams();
  const voucherId = query.get("third_party_order_id");
  return (
    <main className={styles.page}>
      <NavBar title={homeMessages.titles.selfService} />
      {voucherId === null ? <SelfServicePageEntries /> : <Prepaid voucherId={voucherId} />}
    </main>
  );
}

function Prepaid({ voucherId }: { voucherId: string }) {
  const navigate = useNavigate();
  return (
    <VoucherGate voucherId={voucherId}>
      {(voucher) => (
        <>
          <VoucherCard voucher={voucher} until={formatMoment(voucher.expiresAt)} />
          <div className={styles.bar}>
            <Button size="large" onPress={() => navigate(selectForVoucherPath(voucherId))}>
              {words.chooseStore}
            </Button>
            <p className={styles.hint}>{words.chooseHint}</p>
          </div>
        </>
      )}
    </VoucherGate>
  );
}
