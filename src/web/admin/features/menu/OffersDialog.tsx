import { Select, type TableColumnsType } from "antd";
import { observer } from "mobx-react-lite";
import { useState } from "react";
import { formatYuan } from "#contract/money.ts";
import type { ChainDish } from "#contract/staff/menu-admin/dish.schema.ts";
import { menuAdminEndpoints as endpoints } from "#contract/staff/menu-admin/endpoints.ts";
import type { DishOffer } from "#contract/staff/menu-admin/schema.ts";
import { PagedList, toPage } from "#web/lib/async/PagedList.ts";
import { useAdminStores } from "../../app/AdminStores.ts";
import { DataTable } from "../../ui/DataTable.tsx";
import { Dialog } from "../../ui/Dialog.tsx";
import { RowButton } from "../../ui/RowButton.tsx";
import { runWithToast } from "../../ui/runWithToast.ts";
import { SearchInput } from "../../ui/SearchInput.tsx";
import { Switch } from "../../ui/Switch.tsx";
import { useDebouncedValue } from "../../ui/useDebouncedValue.ts";
import { usePaginatedList } from "../../ui/usePaginatedList.ts";
import { dishFieldLabels, menuMessages } from "./menuMessages.ts";
import { type Offer, OfferPriceDialog } from "./OfferPriceDialog.tsx";

const messages = menuMessages.offer;

/** Restaurants and how they sell a variant of the dish, for a keyword that the owner of the list sets. */
function useOffers(spuId: string) {
  const { api } = useAdminStores();
  const [keyword, setKeyword] = useState("");
  const searched = useDebouncedValue(keyword);
  const [source] = useState(() => ({ keyword: "" }));
  source.keyword = searched.trim();
  const [list] = useState(
    () =>
      new PagedList<DishOffer>({
        fetchPage: async (page, signal) => {
          const query = {
            spu_id: spuId,
            page,
            pageSize: 20,
            ...(source.keyword && { keyword: source.keyword }),
          };
          return toPage(await api.call(endpoints.offers, { query, signal }));
        },
        getId: ({ restaurant_id }) => restaurant_id,
      }),
  );
  const reload = usePaginatedList(list, messages.failed, searched);
  return { list, reload, keyword, setKeyword };
}

/** Shows in which restaurants and at which price a dish is sold; changes are effective at once. */
export const OffersDialog = observer(function OffersDialog(props: { dish: ChainDish; onClose: () => void }) {
  const { dish, onClose } = props;
  const { api } = useAdminStores();
  const { list, reload, keyword, setKeyword } = useOffers(dish.spu_id);
  const [chosenId, setDishId] = useState<string | null>(null);
  const [priced, setPriced] = useState<Offer | null>(null);
  // Those that are published, whatever the draft has.
  const variants = list.items[0]?.variants ?? [];
  const dishId = chosenId ?? variants[0]?.dish_id ?? "";
  const spec = variants.find(({ dish_id }) => dish_id === dishId)?.spec_name ?? dish.name;
  const setOffered = (offer: Offer, isOffered: boolean) =>
    runWithToast(async () => {
      const { restaurant_id } = offer;
      const body = { dish_id: dishId, restaurant_ids: [restaurant_id], is_offered: isOffered };
      await api.call(endpoints.setOffer, { body });
      // In place: a reload would show the first page again.
      list.replace(
        list.items.map((row) =>
          row.restaurant_id === restaurant_id ? withOffered(row, dishId, isOffered) : row,
        ),
      );
    }, messages.saved(1));
  return (
    <Dialog title={messages.title(dish.name)} onClose={onClose} width={760}>
      {variants.length > 1 && (
        <Select
          virtual={false}
          aria-label={dishFieldLabels.variants}
          value={dishId}
          options={variants.map(({ dish_id, spec_name }) => ({ value: dish_id, label: spec_name }))}
          onChange={setDishId}
          style={{ minWidth: 120, marginBottom: 12 }}
        />
      )}
      <SearchInput label={messages.search} value={keyword} onChange={setKeyword} />
      <DataTable
        list={list}
        columns={columnsOf(dishId, spec, { onOffered: setOffered, onPrice: setPriced })}
        rowKey={({ restaurant_id }) => restaurant_id}
        errorText={messages.failed}
        emptyText={messages.empty}
        onReload={reload}
      />
      {priced !== null && (
        <OfferPriceDialog
          offer={priced}
          spec={spec}
          onDone={() => {
            setPriced(null);
            void reload();
          }}
          onClose={() => setPriced(null)}
        />
      )}
    </Dialog>
  );
});

function withOffered(row: DishOffer, dishId: string, isOffered: boolean): DishOffer {
  return {
    ...row,
    variants: row.variants.map((variant) =>
      variant.dish_id === dishId ? { ...variant, is_offered: isOffered } : variant,
    ),
  };
}

interface OfferActions {
  onOffered: (offer: Offer, isOffered: boolean) => Promise<boolean>;
  onPrice: (offer: Offer) => void;
}

function columnsOf(dishId: string, spec: string, actions: OfferActions): TableColumnsType<DishOffer> {
  const { columns } = messages;
  const offerOf = ({ variants, ...restaurant }: DishOffer): Offer | null => {
    const variant = variants.find(({ dish_id }) => dish_id === dishId);
    return variant === undefined ? null : { ...restaurant, ...variant };
  };
  const renderOffer = (render: (offer: Offer) => React.ReactNode) => (_: unknown, row: DishOffer) => {
    const offer = offerOf(row);
    return offer === null ? null : render(offer);
  };
  return [
    { title: columns.restaurant, dataIndex: "name" },
    { title: columns.city, dataIndex: "city" },
    {
      title: columns.offered,
      render: renderOffer((offer) => (
        <Switch
          label={messages.offered(offer.name, spec)}
          isLabelHidden
          isChecked={offer.is_offered}
          onChange={(isOffered) => void actions.onOffered(offer, isOffered)}
        />
      )),
    },
    {
      title: columns.price,
      align: "right",
      render: renderOffer(({ price, chain_price }) =>
        price === null ? messages.chainPrice(formatYuan(chain_price)) : formatYuan(price),
      ),
    },
    {
      title: columns.acts,
      render: renderOffer((offer) => (
        <RowButton
          text={messages.setPrice}
          name={messages.setPriceOf(offer.name, spec)}
          onPress={() => actions.onPrice(offer)}
        />
      )),
    },
  ];
}
