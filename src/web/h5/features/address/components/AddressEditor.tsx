import { observer } from "mobx-react-lite";
import { useEffect, useState } from "react";
import type { Poi } from "#contract/address/schema.ts";
import { appendReason } from "#web/lib/api/ApiError.ts";
import { logError } from "#web/lib/logError.ts";
import { BottomSheet } from "#web/ui/BottomSheet/BottomSheet.tsx";
import { success, toast } from "#web/ui/notify.ts";
import { RestoredDraftNotice } from "../../../app/components/RestoredDraftNotice.tsx";
import { useFormDraft } from "../../../app/useFormDraft.ts";
import { useStore } from "../../../app/useStores.ts";
import { loadCities, matchCities } from "../../location/City.ts";
import { cityListStore } from "../../location/CityListStore.ts";
import { LocationFallback } from "../../location/components/LocationFallback.tsx";
import { locationStore } from "../../location/LocationStore.ts";
import { readLastLocation } from "../../location/lastLocation.ts";
import { createAddressDraft, toAddressDraft, toAddressRequest } from "../AddressDraft.ts";
import { addressStore } from "../AddressStore.ts";
import { addressMessages } from "../messages.ts";
import type { SavedAddress } from "../SavedAddress.ts";
import { AddressForm } from "./AddressForm.tsx";
import { PlaceSearchPanel } from "./PlaceSearchPanel.tsx";

/** Subject of the popup: an existing address, or a new one. */
export interface AddressEditing {
  address: SavedAddress | null;
  isFirst: boolean;
}

interface AddressEditorProps {
  editing: AddressEditing | null;
  onClose: () => void;
}

/** Popup 添加地址 / 编辑地址; its content stays mounted during the closing animation. */
export function AddressEditor({ editing, onClose }: AddressEditorProps) {
  const [last, setLast] = useState(editing);
  if (editing !== null && editing !== last) setLast(editing);
  const address = last?.address ?? null;
  return (
    <BottomSheet
      open={editing !== null}
      onClose={onClose}
      title={address === null ? addressMessages.addTitle : addressMessages.editTitle}
      isTall
    >
      {last !== null && <EditorForm key={last.address?.id ?? "new"} editing={last} onDone={onClose} />}
    </BottomSheet>
  );
}

interface EditorFormProps {
  editing: AddressEditing;
  onDone: () => void;
}

/** Input from before the popup was closed is restored when it opens. */
function EditorForm({ editing: { address, isFirst }, onDone }: EditorFormProps) {
  const addresses = useStore(addressStore);
  const initial = address === null ? createAddressDraft(isFirst) : toAddressDraft(address);
  const form = useFormDraft(`address:${address?.id ?? "new"}`, initial);
  const { value: draft, change } = form;
  const [isSearching, setIsSearching] = useState(false);

  const save = async () => {
    const { place } = draft;
    if (place === null) return;
    const body = toAddressRequest({ ...draft, place });
    await submit(
      () => (address === null ? addresses.add(body) : addresses.update(address.id, body)),
      addressMessages.saved,
      addressMessages.saveFailed,
    );
  };
  const remove = (id: string) =>
    submit(() => addresses.remove(id), addressMessages.removed, addressMessages.removeFailed);

  return (
    <>
      {form.isRestored && <RestoredDraftNotice onDiscard={form.discard} />}
      <AddressForm
        draft={draft}
        onChange={change}
        onSearch={() => setIsSearching(true)}
        onSave={save}
        onRemove={address === null ? undefined : () => remove(address.id)}
      />
      <BottomSheet
        open={isSearching}
        onClose={() => setIsSearching(false)}
        title={addressMessages.searchTitle}
        isTall
      >
        <PlaceSearch
          onPick={(place) => {
            change({ ...draft, place });
            setIsSearching(false);
          }}
        />
      </BottomSheet>
    </>
  );

  /** Runs an action; closes the popup on success, and keeps all input on failure. */
  async function submit(action: () => Promise<void>, done: string, failed: string): Promise<void> {
    try {
      await action();
      success(done);
      form.clear();
      onDone();
    } catch (error) {
      toast(appendReason(failed, error));
    }
  }
}

/**
 * Place search with its city until another is typed: the located one, else that of an earlier visit, else the first in
 * which the chain has a restaurant.
 */
const PlaceSearch = observer(function PlaceSearch({ onPick }: { onPick: (poi: Poi) => void }) {
  const addresses = useStore(addressStore);
  const location = useStore(locationStore);
  const cities = useStore(cityListStore);
  const [typedCity, setTypedCity] = useState<string | null>(null);
  const [lastCity] = useState(() => readLastLocation()?.city);
  const isLocated = location.state === "located";
  const knownCity = isLocated ? location.city : (lastCity ?? cities.firstServedCity);
  const city = typedCity ?? (location.state === "locating" ? "" : knownCity);
  useEffect(() => {
    if (location.state !== "located") void location.locate("page");
    // Without the list the customer types the city.
    cities.load().catch((error: unknown) => logError("loading the cities failed", error));
  }, [location, cities]);
  return (
    <PlaceSearchPanel
      city={city}
      onCityChange={setTypedCity}
      resolveCity={resolveCity}
      locationFallback={<LocationFallback location={location} typed={city} onPick={setTypedCity} />}
      search={addresses.searchPlaces}
      onPick={onPick}
    />
  );
});

/** Returns the full name of a listed city, or the typed text when none matches or the list fails to load. */
async function resolveCity(typed: string): Promise<string> {
  const cities = await loadCities().catch(() => []);
  return matchCities(cities, typed)[0]?.cityNameZh ?? typed;
}
