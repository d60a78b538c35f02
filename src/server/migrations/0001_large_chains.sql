-- What a search can find a store by: every sign and every two signs in a row of its name, address and city, and its city
-- itself. Dear, so that the planner looks into the index instead of asking row by row.
CREATE FUNCTION store_words(name text, address text, city_name text, city_code text) RETURNS text[]
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE COST 10000
AS $$
  SELECT array_append(array_agg(DISTINCT substr(told, at, size)), 'city:' || city_code)
  FROM unnest(ARRAY[name, address, city_name]) told,
    generate_series(1, length(told)) at,
    generate_series(1, 2) size
$$;--> statement-breakpoint
DROP INDEX "payment_notifications_at_idx";--> statement-breakpoint
DROP INDEX "restaurants_position_idx";--> statement-breakpoint
DROP INDEX "orders_user_idx";--> statement-breakpoint
DROP INDEX "orders_user_status_idx";--> statement-breakpoint
DROP INDEX "restaurants_city_idx";--> statement-breakpoint
CREATE INDEX "sms_codes_at_idx" ON "sms_codes" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "orders_user_active_idx" ON "orders" USING btree ("user_id","created_at","id","type") WHERE "orders"."status" in ('paid','accepted','preparing','ready_for_pickup','delivering');--> statement-breakpoint
CREATE INDEX "orders_user_refund_idx" ON "orders" USING btree ("user_id","created_at","id","type") WHERE "orders"."refund_status" <> 'none';--> statement-breakpoint
CREATE INDEX "orders_queue_idx" ON "orders" USING btree ("restaurant_id",coalesce("booking_at", "paid_at"),"id") WHERE "orders"."status" in ('paid','accepted','preparing');--> statement-breakpoint
CREATE INDEX "payment_notifications_refused_idx" ON "payment_notifications" USING btree ("received_at") WHERE "payment_notifications"."outcome" = 'refused';--> statement-breakpoint
CREATE INDEX "restaurants_place_idx" ON "restaurants" USING gist (point("lng", "lat")) WHERE "restaurants"."closed_at" is null;--> statement-breakpoint
CREATE INDEX "restaurants_words_idx" ON "restaurants" USING gin (store_words("name", "address", "city_name", "gb_city_code")) WITH (fastupdate=false) WHERE "restaurants"."closed_at" is null;--> statement-breakpoint
CREATE INDEX "shared_values_expires_idx" ON "shared_values" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "orders_user_idx" ON "orders" USING btree ("user_id","created_at","id","type");--> statement-breakpoint
CREATE INDEX "orders_user_status_idx" ON "orders" USING btree ("user_id","status","created_at","id","type");--> statement-breakpoint
CREATE INDEX "restaurants_city_idx" ON "restaurants" USING btree ("gb_city_code","lat","lng","id") WHERE "restaurants"."closed_at" is null;