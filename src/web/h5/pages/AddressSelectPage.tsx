import { observer } from "mobx-react-lite";
import { useEffect, useState } from "react";
import { useLocation, useNavigate } from "react-router-dom";
import { toErrorMessage } from "#web/shared/api/ApiError.ts";
import { toast } from "#web/shared/notify.ts";
import { Button } from "#web/shared/ui/Button.tsx";
import { EmptyState } from "#web/shared/ui/EmptyState.tsx";
import { ErrorState } from "#web/shared/ui/FailedState.tsx";
import { NavBar } from "#web/shared/ui/NavBar.tsx";
import { Skeleton } from "#web/shared/ui/Skeleton.tsx";
import { AddressCard } from "../features/address/AddressCard.tsx";
import { isOpenedFromMenu } from "../features/address/addressEntry.ts";
import type { SavedAddress } from "../features/address/SavedAddress.ts";
import { appMessages } from "../messages.ts";
import { type AddressStore, addressStore } from "../stores/AddressStore.ts";
import { useStore } from "../useStores.ts";
import { type AddressEditing, AddressEditor } from "./AddressEditor.tsx";
import styles from "./AddressSelectPage.module.css";

const addressMessages = appMessages.address;

/** `/address-select`: the address book; a tap on an address takes it for delivery and goes to the menu. */
export const AddressSelectPage = observer(function AddressSelectPage() {
  const addresses = useStore(addressStore);
  const [editing, setEditing] = useState<AddressEditing | null>(null);
  const list = addresses.list.value ?? [];
  const add = () => setEditing({ address: null, isFirst: list.length === 0 });
  useEffect(() => reload(addresses), [addresses]);
  return (
    <>
      <NavBar title={appMessages.titles.addressSelect} back="/takeaway" />
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

/** The store logs the failure and keeps it for the page. */
function reload(addresses: AddressStore): void {
  addresses.load().catch(() => undefined);
}
