import { observer } from "mobx-react-lite";
import { useEffect, useState } from "react";
import { useLocation, useNavigate } from "react-router-dom";
import { toErrorMessage } from "#web/lib/api/ApiError.ts";
import { Button } from "#web/ui/Button/Button.tsx";
import { EmptyState } from "#web/ui/EmptyState/EmptyState.tsx";
import { ErrorState } from "#web/ui/ErrorState.tsx";
import { NavBar } from "#web/ui/NavBar/NavBar.tsx";
import { toast } from "#web/ui/notify.ts";
import { Skeleton } from "#web/ui/Skeleton/Skeleton.tsx";
import { navigationMessages } from "../../app/navigationMessages.ts";
import { useStore } from "../../app/useStores.ts";
import styles from "./AddressSelectPage.module.css";
import { type AddressStore, addressStore } from "./AddressStore.ts";
import { AddressCard } from "./components/AddressCard.tsx";
import { type AddressEditing, AddressEditor } from "./components/AddressEditor.tsx";
import { addressMessages } from "./messages.ts";
import type { SavedAddress } from "./SavedAddress.ts";
import { isOpenedFromMenu } from "./selectedAddress.ts";

/** `/address-select`: address book; a tap on an address selects it for delivery and opens the menu. */
export const AddressSelectPage = observer(function AddressSelectPage() {
  const addresses = useStore(addressStore);
  const [editing, setEditing] = useState<AddressEditing | null>(null);
  const list = addresses.list.value ?? [];
  const add = () => setEditing({ address: null, isFirst: list.length === 0 });
  useEffect(() => reload(addresses), [addresses]);
  return (
    <>
      <NavBar title={navigationMessages.titles.addressSelect} back="/takeaway" />
      <main className={styles.page}>
        <AddressBook
          addresses={addresses}
          onAdd={add}
          onEdit={(address) => setEditing({ address, isFirst: false })}
        />
      </main>
      {list.length > 0 && (
        <div className={styles.bar}>
          <Button size="large" onPress={add}>
            {addressMessages.add}
          </Button>
        </div>
      )}
      <AddressEditor editing={editing} onClose={() => setEditing(null)} />
    </>
  );
});

interface AddressBookProps {
  addresses: AddressStore;
  onAdd: () => void;
  onEdit: (address: SavedAddress) => void;
}

const AddressBook = observer(function AddressBook({ addresses, onAdd, onEdit }: AddressBookProps) {
  const { busyId, select } = useSelectAddress(addresses);
  const { status, value } = addresses.list;
  if (value === undefined)
    return status === "failed" ? (
      <ErrorState text={addressMessages.listFailed} onRetry={() => reload(addresses)} />
    ) : (
      <Skeleton className={styles.list} />
    );
  if (value.length === 0)
    return (
      <EmptyState
        illustration="place"
        text={addressMessages.none}
        action={{ text: addressMessages.add, onPress: onAdd }}
      />
    );
  const selectedId = addresses.readSelected()?.id;
  return (
    <ul className={styles.list}>
      {value.map((address) => (
        <AddressCard
          key={address.id}
          address={address}
          isChosen={address.id === selectedId}
          isBusy={busyId !== null}
          onSelect={() => void select(address)}
          onEdit={() => onEdit(address)}
        />
      ))}
    </ul>
  );
});

function useSelectAddress(addresses: AddressStore) {
  const navigate = useNavigate();
  const { state } = useLocation();
  const [busyId, setBusyId] = useState<string | null>(null);
  const select = async (address: SavedAddress) => {
    if (busyId !== null) return;
    setBusyId(address.id);
    try {
      await addresses.select(address);
      if (isOpenedFromMenu(state)) navigate(-1);
      else navigate("/takeaway-menu", { replace: true });
    } catch (error) {
      toast(toErrorMessage(error, addressMessages.selectFailed));
      setBusyId(null);
    }
  };
  return { busyId, select };
}

/** The store logs the failure and exposes it to the page. */
function reload(addresses: AddressStore): void {
  addresses.load().catch(() => undefined);
}
