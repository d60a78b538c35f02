import { observer } from "mobx-react-lite";
import { useEffect, useState } from "react";
import { useLocation, useNavigate } from "react-router-dom";
import { messageOf } from "#web/shared/api/ApiError.ts";
import { toast } from "#web/shared/notify.ts";
import { Button } from "#web/shared/ui/Button.tsx";
import { EmptyState } from "#web/shared/ui/EmptyState.tsx";
import { FailedState } from "#web/shared/ui/FailedState.tsx";
import { NavBar } from "#web/shared/ui/NavBar.tsx";
import { Skeleton } from "#web/shared/ui/Skeleton.tsx";
import { AddressCard } from "../features/address/AddressCard.tsx";
import { isFromMenu } from "../features/address/addressEntry.ts";
import type { SavedAddress } from "../features/address/SavedAddress.ts";
import { messages } from "../messages.ts";
import { type AddressStore, addressStore } from "../stores/AddressStore.ts";
import { useStore } from "../useStores.ts";
import { AddressEditor, type Editing } from "./AddressEditor.tsx";
import styles from "./AddressSelectPage.module.css";

const words = messages.address;

/** `/address-select`: the address book; a tap on an address takes it for delivery and goes to the menu. */
export const AddressSelectPage = observer(function AddressSelectPage() {
  const addresses = useStore(addressStore);
  const [editing, setEditing] = useState<Editing | null>(null);
  const list = addresses.list.value ?? [];
  const add = () => setEditing({ address: null, isFirst: list.length === 0 });
  useEffect(() => reload(addresses), [addresses]);
  return (
    <>
      <NavBar title={messages.titles.addressSelect} back="/takeaway" />
      <main className={styles.page}>
        <Book
          addresses={addresses}
          onAdd={add}
          onEdit={(address) => setEditing({ address, isFirst: false })}
        />
      </main>
      {list.length > 0 && (
        <div className={styles.bar}>
          <Button size="large" onPress={add}>
            {words.add}
          </Button>
        </div>
      )}
      <AddressEditor editing={editing} onClose={() => setEditing(null)} />
    </>
  );
});

interface BookProps {
  addresses: AddressStore;
  onAdd: () => void;
  onEdit: (address: SavedAddress) => void;
}

const Book = observer(function Book({ addresses, onAdd, onEdit }: BookProps) {
  const { busyId, select } = useSelect(addresses);
  const { status, value } = addresses.list;
  if (value === undefined)
    return status === "failed" ? (
      <FailedState text={words.listFailed} onRetry={() => reload(addresses)} />
    ) : (
      <Skeleton className={styles.list} />
    );
  if (value.length === 0)
    return <EmptyState drawing="place" text={words.none} action={{ text: words.add, onPress: onAdd }} />;
  const chosenId = addresses.chosen()?.id;
  return (
    <ul className={styles.list}>
      {value.map((address) => (
        <AddressCard
          key={address.id}
          address={address}
          isChosen={address.id === chosenId}
          isBusy={busyId !== null}
          onSelect={() => void select(address)}
          onEdit={() => onEdit(address)}
        />
      ))}
    </ul>
  );
});

function useSelect(addresses: AddressStore) {
  const navigate = useNavigate();
  const { state } = useLocation();
  const [busyId, setBusyId] = useState<string | null>(null);
  const select = async (address: SavedAddress) => {
    if (busyId !== null) return;
    setBusyId(address.id);
    try {
      await addresses.select(address);
      if (isFromMenu(state)) navigate(-1);
      else navigate("/takeaway-menu", { replace: true });
    } catch (error) {
      toast(messageOf(error, words.selectFailed));
      setBusyId(null);
    }
  };
  return { busyId, select };
}

/** The store logs the failure and keeps it for the page. */
function reload(addresses: AddressStore): void {
  addresses.load().catch(() => undefined);
}
