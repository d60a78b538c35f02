import { Alert, Button, Flex, Input, Typography } from "antd";
import { observer } from "mobx-react-lite";
import { useEffect, useState } from "react";
import { commonMessages } from "#web/lib/commonMessages.ts";
import { useAdminStore } from "../../app/AdminStores.ts";
import { FormField } from "../../ui/FormField.tsx";
import { RadioGroup } from "../../ui/RadioGroup.tsx";
import { MapFrame } from "./MapFrame.tsx";
import {
  type AreaFields,
  findAreaProblem,
  formatPolygon,
  insertUnfinishedLines,
  type MapArea,
  surround,
  toMapArea,
} from "./mapArea.ts";
import { restaurantAdminStore } from "./RestaurantAdminStore.ts";
import { restaurantFieldLabels as labels, restaurantAdminMessages } from "./restaurantAdminMessages.ts";

const messages = restaurantAdminMessages.map;
const shapes = [
  { value: "circle", text: messages.circle },
  { value: "polygon", text: messages.polygon },
] as const;

interface DeliveryAreaFieldProps {
  fields: AreaFields;
  problem: string | undefined;
  onChange: (changes: Partial<AreaFields>) => void;
}

/** Delivery area on the map: a circle by the radius, or a polygon, whose corners are also typed. */
export function DeliveryAreaField({ fields, problem, onChange }: DeliveryAreaFieldProps) {
  const area = toMapArea(fields);
  /** Corners that come back when the polygon is chosen again. */
  const [lastPolygon, setLastPolygon] = useState("");
  const { place } = area;
  const drawnProblem = findAreaProblem(area);
  const isPolygon = fields.delivery_polygon.trim() !== "";
  const choose = (shape: "circle" | "polygon") => {
    if (shape === "circle") {
      setLastPolygon(fields.delivery_polygon);
      return onChange({ delivery_polygon: "" });
    }
    if (lastPolygon !== "") return onChange({ delivery_polygon: lastPolygon });
    if (place !== null) onChange({ delivery_polygon: formatPolygon(surround(place, area.radius)) });
  };
  const onDrag = (changes: Partial<AreaFields>) => {
    const { delivery_polygon: corners } = changes;
    if (corners === undefined) return onChange(changes);
    onChange({ delivery_polygon: insertUnfinishedLines(fields.delivery_polygon, corners) });
  };
  return (
    <>
      {(place !== null || isPolygon) && (
        <Flex style={{ marginBottom: 8 }}>
          <RadioGroup
            label={messages.shape}
            options={shapes}
            value={isPolygon ? "polygon" : "circle"}
            onChange={choose}
          />
        </Flex>
      )}
      <AreaMap area={area} onChange={onDrag} />
      {drawnProblem !== null && (
        <Alert type="error" role="alert" showIcon title={drawnProblem} style={{ marginBottom: 12 }} />
      )}
      <FormField label={labels.delivery_polygon} problem={problem}>
        {(id) => (
          <Input.TextArea
            id={id}
            rows={isPolygon ? 6 : 2}
            placeholder={restaurantAdminMessages.form.polygonHint}
            value={fields.delivery_polygon}
            aria-invalid={problem !== undefined || drawnProblem !== null}
            onChange={(event) => onChange({ delivery_polygon: event.target.value })}
          />
        )}
      </FormField>
    </>
  );
}

interface AreaMapProps {
  area: MapArea;
  onChange: (changes: Partial<AreaFields>) => void;
}

/** The map, or why there is none: without it the numbers are enough. */
const AreaMap = observer(function AreaMap({ area, onChange }: AreaMapProps) {
  const store = useAdminStore(restaurantAdminStore);
  const { status, value: script } = store.mapScript;
  const [hasFailed, setHasFailed] = useState(false);
  const [fitCount, setFitCount] = useState(0);
  useEffect(() => store.loadMapScript(), [store]);
  const retry = () => {
    setHasFailed(false);
    store.loadMapScript();
  };
  if (script === null) return <Typography.Paragraph type="secondary">{messages.none}</Typography.Paragraph>;
  if (hasFailed || (status === "failed" && script === undefined))
    return (
      <Alert
        type="warning"
        role="alert"
        showIcon
        title={messages.failed}
        action={<Button onClick={retry}>{commonMessages.retry}</Button>}
        style={{ marginBottom: 12 }}
      />
    );
  if (script === undefined)
    return (
      <Typography.Paragraph type="secondary" role="status">
        {messages.loading}
      </Typography.Paragraph>
    );
  const hint = area.polygon === null ? messages.circleHint : messages.polygonHint;
  return (
    <>
      <MapFrame
        script={script}
        area={area}
        fitCount={fitCount}
        onChange={onChange}
        onFail={() => setHasFailed(true)}
      />
      <Flex justify="space-between" align="center" gap="small" style={{ margin: "4px 0 12px" }}>
        <Typography.Text type="secondary">{area.place === null ? messages.noPlace : hint}</Typography.Text>
        <Button size="small" onClick={() => setFitCount((count) => count + 1)}>
          {messages.showAll}
        </Button>
      </Flex>
    </>
  );
});
