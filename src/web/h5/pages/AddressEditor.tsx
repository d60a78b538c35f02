import { observer } from "mobx-react-lite";
import { useEffect, useState } from "react";
import type { Poi } from "#contract/address/schema.ts";
import { withReason } from "#web/shared/api/ApiError.ts";
import { success, toast } from "#web/shared/notify.ts";
import { Sheet } from "#web/shared/ui/Sheet.tsx";
import { type AddressDraft, draftOf, emptyDraft, formOf } from "../features/address/AddressDraft.ts";
import { AddressForm } from "../features/address/AddressForm.tsx";
import { PlaceSearchPanel } from "../features/address/PlaceSearchPanel.tsx";
import type { SavedAddress } from "../features/address/SavedAddress.ts";
import { loadCities, matchCities } from "../features/location/City.ts";
import { CityHelp } from "../features/location/CityHelp.tsx";
import { messages } from "../messages.ts";
import { addressStore } from "../stores/AddressStore.ts";
import { locationStore } from "../stores/LocationStore.ts";
import { useStore } from "../useStores.ts";

const words = messages.address;

/** What the popup is open for: an address of the book, or a new one. */
export interface Editing {
  address: SavedAddress | null;
  isFirst: boolean;
}

interface AddressEditorProps {
  editing: Editing | null;
  onClose: () => void;
}

/** The popup 添加地址 / 编辑地址, kept while it goes down. */
export function AddressEditor({ editing, onClose }: AddressEditorProps) {
  const [last, setLast] = useState(editing);
  const [unsaved, setUnsaved] = useState<AddressDraft | null>(null);
  if (editing !== null && editing !== last) setLast(editing);
  const address = last?.address ?? null;
  return (
    <Sheet
      open={editing !== null}
      onClose={onClose}
      title={address === null ? words.addTitle : words.editTitle}
      isTall
    >
      {last !== null && (
        <EditorForm
          key={last.address?.id ?? "new"}
          editing={last}
          unsaved={unsaved}
          onNewChange={setUnsaved}
          onDone={onClose}
        />
      )}
    </Sheet>
  );
}

interface EditorFormProps {
  editing: Editing;
  /** What was typed of a new address before the popup was closed; it is there again when it opens. */
  unsaved: AddressDraft | null;
  onNewChange: (draft: AddressDraft | null) => void;
  onDone: () => void;
}

function EditorForm({ editing: { address, isFirst }, unsaved, onNewChange, onDone }: EditorFormProps) {
  const addresses = useStore(addressStore);
  const [draft, setDraft] = useState<AddressDraft>(() =>
    address === null ? (unsaved ?? emptyDraft(isFirst)) : draftOf(address),
  );
  const [isSearching, setIsSearching] = useState(false);

  const change = (next: AddressDraft) => {
    setDraft(next);
    if (address === null) onNewChange(next);
  };
  const save = async () => {
    const { place } = draft;
    if (place === null) return;
    const form = formOf({ ...draft, place });
    await attempt(
      () => (address === null ? addresses.add(form) : addresses.update(address.id, form)),
      words.saved,
      words.saveFailed,
    );
  };
  const remove = (id: string) => attempt(() => addresses.remove(id), words.removed, words.removeFailed);

  return (
    <>
      <AddressForm
        draft={draft}
        onChange={change}
        onSearch={() => setIsSearching(true)}
        onSave={save}
        onRemove={address === null ? undefined : () => remove(address.id)}
      />
      <Sheet open={isSearching} onClose={() => setIsSearching(false)} title={words.searchTitle} isTall>
        <PlaceSearch
          onPick={(place) => {
            change({ ...draft, place });
            setIsSearching(false);
          }}
        />
      </Sheet>
    </>
  );

  /** The popup closes when it worked, and keeps everything typed when it did not. */
  async function attempt(work: () => Promise<void>, done: string, failed: string): Promise<void> {
    try {
      await work();
      success(done);
      onNewChange(null);
      onDone();
    } catch (error) {
      toast(withReason(failed, error));
    }
  }
}

/** The place search with its city, which is the located one until somebody types another. */
const PlaceSearch = observer(function PlaceSearch({ onPick }: { onPick: (poi: Poi) => void }) {
  const addresses = useStore(addressStore);
  const location = useStore(locationStore);
  const [typedCity, setTypedCity] = useState<string | null>(null);
  const city = typedCity ?? (location.state === "locating" ? "" : location.city);
  useEffect(() => {
    if (location.state !== "located") void location.locate();
  }, [location]);
  return (
    <PlaceSearchPanel
      city={city}
      onCityChange={setTypedCity}
      resolveCity={resolveCity}
      cityHelp={<CityHelp location={location} typed={city} onPick={setTypedCity} />}
      search={addresses.search}
      onPick={onPick}
    />
  );
});

/** The full name of a city of the list, or the text as typed when none matches or the list cannot be had. */
async function resolveCity(typed: string): Promise<string> {
  const cities = await loadCities().catch(() => []);
  return matchCities(cities, typed)[0]?.cityNameZh ?? typed;
}
