import { Button, Flex, Skeleton, Table } from "antd";
import { useEffect, useState } from "react";
import { boardMessages as messages } from "../features/board/boardMessages.ts";
import type { RestaurantChoice } from "../features/restaurant/SelectedRestaurantStore.ts";
import { ErrorState } from "./ListStates.tsx";
import { PageHeader } from "./PageHeader.tsx";
import { SearchInput } from "./SearchInput.tsx";

interface RestaurantPickerProps {
  /** Title of the page that needs a restaurant. */
  title: string;
  /** What the keyword is compared with. */
  keywordLabel: string;
  /** Finds restaurants for a keyword; returns some without one. */
  find: (keyword: string) => Promise<readonly RestaurantChoice[]>;
  onPick: (restaurantId: string) => void;
}

/** Lets a member of staff search and select a restaurant. */
export function RestaurantPicker({ title, keywordLabel, find, onPick }: RestaurantPickerProps) {
  const [keyword, setKeyword] = useState("");
  const [restaurants, setRestaurants] = useState<readonly RestaurantChoice[] | null>(null);
  const [hasFailed, setHasFailed] = useState(false);
  const search = async (text: string) => {
    setHasFailed(false);
    try {
      setRestaurants(await find(text.trim()));
    } catch {
      // The banner explains network failures; here only the missing result is shown.
      setHasFailed(true);
    }
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: lists some restaurants before any input
  useEffect(() => void search(""), []);
  return (
    <section style={{ maxWidth: 640 }}>
      <PageHeader title={title} note={messages.pickStore} />
      <Flex gap="small" style={{ marginBottom: 12 }}>
        <SearchInput
          label={keywordLabel}
          value={keyword}
          onChange={setKeyword}
          onSubmit={() => void search(keyword)}
        />
        <Button type="primary" onClick={() => void search(keyword)}>
          {messages.find}
        </Button>
      </Flex>
      {hasFailed && <ErrorState text={messages.findFailed} onRetry={() => void search(keyword)} />}
      {!hasFailed && restaurants === null && <Skeleton active title={false} paragraph={{ rows: 4 }} />}
      {!hasFailed && restaurants !== null && (
        <Table
          size="small"
          showHeader={false}
          pagination={false}
          dataSource={[...restaurants]}
          rowKey={({ id }) => id}
          locale={{ emptyText: messages.noStore }}
          columns={[
            {
              render: (_, { id, text }) => (
                <Button type="link" size="small" onClick={() => onPick(id)}>
                  {text}
                </Button>
              ),
            },
          ]}
        />
      )}
    </section>
  );
}
