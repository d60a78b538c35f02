import { Col, Flex, Row } from "antd";
import type { RestaurantPlace } from "#contract/staff/restaurant-admin/schema.ts";
import { Switch } from "../../ui/Switch.tsx";
import { TextField } from "../../ui/TextField.tsx";
import { DeliveryAreaField } from "./DeliveryAreaField.tsx";
import { SpecialDaysField, WeekHoursField } from "./OpeningHoursFields.tsx";
import { PlaceSearchField } from "./PlaceSearchField.tsx";
import { restaurantFieldLabels as labels, restaurantAdminMessages } from "./restaurantAdminMessages.ts";
import type { RestaurantFields } from "./restaurantFields.ts";
import { termNames } from "./restaurantTerms.ts";
import { TermsFields } from "./TermsFields.tsx";

const messages = restaurantAdminMessages.form;

/** Fields of one line of text: name, columns of 24, length, and example. */
const textFields = [
  ["name", 12, 40, ""],
  ["phone", 12, 20, ""],
  ["city", 8, 30, ""],
  ["city_code", 8, 6, messages.cityCodeHint],
  ["district", 8, 30, ""],
  ["address", 24, 100, ""],
  ["lng", 6, 12, ""],
  ["lat", 6, 12, ""],
  ["slot_capacity", 12, 4, ""],
  ["delivery_radius", 12, 5, ""],
] as const;

/** Fields that show their problem. */
export const markedRestaurantFields = [
  ...textFields.map(([name]) => name),
  "week_hours",
  "special_days",
  "delivery_polygon",
  ...termNames,
] as const;

interface RestaurantFieldsetProps {
  fields: RestaurantFields;
  problems: Partial<Record<keyof RestaurantFields, string>>;
  onChange: (changes: Partial<RestaurantFields>) => void;
  /** Rejects when the map service fails. */
  onSearchPlaces: (city: string, keyword: string) => Promise<RestaurantPlace[]>;
}

/** Inputs for the settings of a restaurant. */
export function RestaurantFieldset({ fields, problems, onChange, onSearchPlaces }: RestaurantFieldsetProps) {
  return (
    <>
      <PlaceSearchField
        city={fields.city}
        onSearch={onSearchPlaces}
        onChoose={({ address, city, city_code, district, lng, lat }) =>
          onChange({
            address,
            city,
            district,
            ...(city_code !== "" && { city_code }),
            lng: String(lng),
            lat: String(lat),
          })
        }
      />
      <Row gutter={12}>
        {textFields.map(([name, span, maxLength, placeholder]) => (
          <Col key={name} span={span}>
            <TextField
              label={labels[name]}
              placeholder={placeholder}
              maxLength={maxLength}
              value={fields[name]}
              onChange={(value) => onChange({ [name]: value })}
              problem={problems[name]}
            />
          </Col>
        ))}
      </Row>
      <DeliveryAreaField fields={fields} problem={problems.delivery_polygon} onChange={onChange} />
      <WeekHoursField
        value={fields.week_hours}
        onChange={(week_hours) => onChange({ week_hours })}
        problem={problems.week_hours}
      />
      <SpecialDaysField
        value={fields.special_days}
        onChange={(special_days) => onChange({ special_days })}
        problem={problems.special_days}
      />
      <TermsFields fields={fields} problems={problems} onChange={onChange} />
      <Flex gap="large">
        {(["delivers", "accepts_orders"] as const).map((name) => (
          <Switch
            key={name}
            label={labels[name]}
            isChecked={fields[name]}
            onChange={(isChecked) => onChange({ [name]: isChecked })}
          />
        ))}
      </Flex>
    </>
  );
}
