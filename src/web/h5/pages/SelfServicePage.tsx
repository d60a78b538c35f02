import { useNavigate, useSearchParams } from "react-router-dom";
import { Button } from "#web/shared/ui/Button.tsx";
import { NavBar } from "#web/shared/ui/NavBar.tsx";
import { VoucherCard } from "../features/prepaid/VoucherCard.tsx";
import { formatDateTime } from "../formatMoment.ts";
import { homeMessages } from "../homeMessages.ts";
import { voucherRestaurantPath } from "../inStorePaths.ts";
import { voucherMessages } from "../prepaidMessages.ts";
import styles from "./SelfServicePage.module.css";
import { SelfServiceEntries } from "./SelfServicePageEntries.tsx";
import { RequireVoucher } from "./VoucherGate.tsx";

const messages = voucherMessages;

/** `/self-service`: ordering at a store by oneself; with a voucher's link, what it is for and the way to have it. */
export function SelfServicePage() {
  const [query] = useSearchParams();
  const voucherId = query.get("third_party_order_id");
  return (
    <main className={styles.page}>
      <NavBar title={homeMessages.titles.selfService} />
      {voucherId === null ? <SelfServiceEntries /> : <VoucherIntro voucherId={voucherId} />}
    </main>
  );
}

function VoucherIntro({ voucherId }: { voucherId: string }) {
  const navigate = useNavigate();
  return (
    <RequireVoucher voucherId={voucherId}>
      {(voucher) => (
        <>
          <VoucherCard voucher={voucher} until={formatDateTime(voucher.expiresAt)} />
          <div className={styles.bar}>
            <Button size="large" onPress={() => navigate(voucherRestaurantPath(voucherId))}>
              {messages.chooseRestaurant}
            </Button>
            <p className={styles.hint}>{messages.chooseHint}</p>
          </div>
        </>
      )}
    </RequireVoucher>
  );
}
