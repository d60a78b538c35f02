import { useNavigate, useSearchParams } from "react-router-dom";
import { formatDateTime } from "#web/lib/time/formatTime.ts";
import { Button } from "#web/ui/Button/Button.tsx";
import { NavBar } from "#web/ui/NavBar/NavBar.tsx";
import { navigationMessages } from "../../app/navigationMessages.ts";
import { voucherRestaurantPath } from "../../app/paths.ts";
import { RequireVoucher } from "../voucher/components/RequireVoucher.tsx";
import { VoucherCard } from "../voucher/components/VoucherCard.tsx";
import { voucherMessages } from "../voucher/messages.ts";
import { SelfServiceEntries } from "./components/SelfServiceEntries.tsx";
import styles from "./SelfServicePage.module.css";

const messages = voucherMessages;

/** `/self-service`: self-ordering at a restaurant; with a voucher's link, its content and redemption. */
export function SelfServicePage() {
  const [query] = useSearchParams();
  const voucherId = query.get("third_party_order_id");
  return (
    <main className={styles.page}>
      <NavBar title={navigationMessages.titles.selfService} />
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
