import { Alert, Button, Flex, Skeleton, Typography } from "antd";
import { observer } from "mobx-react-lite";
import { useCallback, useEffect, useMemo, useState } from "react";
import { toErrorMessage } from "#web/lib/api/ApiError.ts";
import { formatFullDateTime } from "#web/lib/time/formatTime.ts";
import { useAdminStore } from "../../app/AdminStores.ts";
import { adminMessages } from "../../app/messages.ts";
import { RequireRole } from "../../app/RequireRole.tsx";
import { ErrorState } from "../../ui/ListStates.tsx";
import { logErrors } from "../../ui/logErrors.ts";
import { PageHeader } from "../../ui/PageHeader.tsx";
import { RadioGroup } from "../../ui/RadioGroup.tsx";
import { NoOwnRestaurant } from "../../ui/RequireRestaurant.tsx";
import { useQueryFilter } from "../../ui/useQueryFilter.ts";
import { selectedRestaurantStore } from "../restaurant/SelectedRestaurantStore.ts";
import { FigureCards } from "./FigureCards.tsx";
import { FigureChart, type Measure } from "./FigureChart.tsx";
import { FigureFilters, type OwnRestaurants } from "./FigureFilters.tsx";
import { type FigureFilter, type Figures, figuresStore, isOfScope } from "./FiguresStore.ts";
import { type FigureTab, FigureTables } from "./FigureTables.tsx";
import { rangeOf } from "./figureRange.ts";
import { figuresMessages as messages } from "./figuresMessages.ts";

/** `/admin/figures`: sales, refunds and what else happened, of the chain or a restaurant, in a range of days. Restaurant staff see those of their own. */
export function FiguresPage() {
  return (
    <RequireRole roles={["store", "admin"]} forbidden={messages.forbidden}>
      <FiguresOfMember />
    </RequireRole>
  );
}

/** The chain's figures for admins; restaurant staff see those of one of their restaurants. */
const FiguresOfMember = observer(function FiguresOfMember() {
  const { own, id } = useAdminStore(selectedRestaurantStore);
  if (own?.length === 0) return <NoOwnRestaurant title={adminMessages.titles.figures} />;
  return <FiguresView own={own} restaurant={own === null ? "" : id || (own[0]?.restaurant_id ?? "")} />;
});

/** Time between two loads while the figures of the past are being computed. */
const pastReloadMs = 5_000;

/** Days that were chosen stay in the address, where "the last seven days" would be others tomorrow. */
const chosenDays = ["from", "to"] as const;

interface FiguresViewProps {
  /** Restaurants of restaurant staff; null for admins, who see all. */
  own: OwnRestaurants;
  /** Restaurant that is shown at first; empty for the whole chain. */
  restaurant: string;
}

const FiguresView = observer(function FiguresView({ own, restaurant: first }: FiguresViewProps) {
  const store = useAdminStore(figuresStore);
  const initial = useMemo(
    (): FigureFilter => ({
      ...rangeOf("week", Date.now()),
      restaurant: first,
      keyword: "",
      sort: "sales",
      dishSort: "quantity",
    }),
    [first],
  );
  const [filter, setFilter, key] = useQueryFilter(store, initial, chosenDays);
  const { from, to, restaurant } = filter;
  const { figures, load } = store;
  const reload = useCallback(() => void logErrors("loading the figures failed", load()), [load]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another range or restaurant means other figures
  useEffect(reload, [reload, from, to, restaurant]);
  const [view, setView] = useState<FiguresViewState>({ measure: "sales", tab: "time" });
  const { value } = figures;
  const isPastPending = value?.is_past_counted === false;
  useEffect(() => {
    if (!isPastPending) return undefined;
    // A load that takes longer goes on: another would end it.
    const timer = setInterval(() => {
      if (!figures.isLoading) reload();
    }, pastReloadMs);
    return () => clearInterval(timer);
  }, [isPastPending, figures, reload]);
  const isCurrent = value !== undefined && isOfScope(value, filter);
  return (
    <>
      <PageHeader title={adminMessages.titles.figures} note={messages.note}>
        {isCurrent && (
          <Typography.Text type="secondary">
            {messages.countedUntil(formatFullDateTime(value.counted_until))}
          </Typography.Text>
        )}
        <Button loading={figures.isLoading} onClick={reload}>
          {messages.reload}
        </Button>
      </PageHeader>
      <FigureFilters own={own} filter={filter} onFilter={setFilter} />
      {isPastPending && (
        <Alert type="warning" showIcon title={messages.pastPending} style={{ marginBottom: 12 }} />
      )}
      {figures.status === "failed" ? (
        <ErrorState text={toErrorMessage(figures.error, messages.failed)} onRetry={reload} />
      ) : !isCurrent ? (
        <Skeleton active title={false} paragraph={{ rows: 12 }} />
      ) : (
        <FiguresContent
          own={own}
          figures={value}
          filter={filter}
          onFilter={setFilter}
          listKey={key}
          view={view}
          onView={(change) => setView((before) => ({ ...before, ...change }))}
        />
      )}
    </>
  );
});

/** What of the figures is shown; stays while other figures load. */
interface FiguresViewState {
  measure: Measure;
  tab: FigureTab;
}

interface ContentProps {
  own: OwnRestaurants;
  figures: Figures;
  filter: FigureFilter;
  onFilter: (change: Partial<FigureFilter>) => void;
  listKey: string;
  view: FiguresViewState;
  onView: (change: Partial<FiguresViewState>) => void;
}

function FiguresContent({ figures, view, onView, ...rest }: ContentProps) {
  const { measure, tab } = view;
  return (
    <Flex vertical gap="middle">
      <FigureCards figures={figures} />
      <RadioGroup
        label={messages.chart.measure}
        options={(Object.keys(messages.measures) as Measure[]).map((name) => ({
          value: name,
          text: messages.measures[name],
        }))}
        value={measure}
        onChange={(chosen) => onView({ measure: chosen })}
      />
      <FigureChart kind="time" measure={measure} points={figures.points} />
      <FigureTables
        figures={figures}
        measure={measure}
        tab={tab}
        onTab={(chosen) => onView({ tab: chosen })}
        {...rest}
      />
    </Flex>
  );
}
