import { observer } from "mobx-react-lite";
import { useEffect, useState } from "react";
import type { Poi } from "#contract/address/schema.ts";
import { withReason } from "#web/shared/api/ApiError.ts";
import { success, toast } from "#web/shared/notify.ts";
import { Sheet } from "#web/shared/ui/Sheet.tsx";
import { draftOf, emptyDraft, formOf } from "../features/address/AddressDraft.ts";
import { AddressForm } from "../features/address/AddressForm.tsx";
import { PlaceSearchPanel } from "../features/address/PlaceSearchPanel.tsx";
import type { SavedAddress } from "../features/address/SavedAddress.ts";
import { DraftNote } from "../features/draft/DraftNote.tsx";
import { loadCities, matchCities } from "../features/location/City.ts";
import { CityHelp } from "../features/location/CityHelp.tsx";
import { messages } from "../messages.ts";
import { addressStore } from "../stores/AddressStore.ts";
import { locationStore } from "../stores/LocationStore.ts";
import { useStore } from "../useStores.ts";
import { useFormDraft } from "./useFormDraft.ts";

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
  if (editing !== null && editing !== last) setLast(editing);
  const address = last?.address ?? null;
  return (
    <Sheet
      open={editing !== null}
      onClose={onClose}
      title={address === null ? words.addTitle : words.editTitle}
      isTall
    >
      {last !== null && <EditorForm key={last.address?.id ?? "new"} editing={last} onDone={onClose} />}
    </Sheet>
  );
}

interface EditorFormProps {
  editing: Editing;
  onDone: () => void;
}

/** What was typed before the popup was closed is there again when it opens. */
function EditorForm({ editing: { address, isFirst }, onDone }: EditorFormProps) {
  const addresses = useStore(addressStore);
  const initial = address === null ? emptyDraft(isFirst) : draftOf(address);
  const form = useFormDraft(`address:${address?.id ?? "new"}`, initial);
  const { value: draft, change } = form;
  const [isSearching, setIsSearching] = useState(false);

  const save = async () => {
    const { place } = draft;
    if (place === null) return;
    const body = formOf({ ...draft, place });
    await attempt(
      () => (address === null ? addresses.add(body) : addresses.update(address.id, body)),
      words.saved,
      words.saveFailed,
    );
  };
  const remove = (id: string) => attempt(() => addresses.remove(id), words.removed, words.removeFailed);

  return (
    <>
      {form.isRestored && <DraftNote onDiscard={form.discard} />}
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
      form.clear();
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
    if (location.state !== "located") void location.locate("page");
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
