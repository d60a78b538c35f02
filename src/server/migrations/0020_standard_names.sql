-- Renames only: no row changes, but processes of earlier versions cannot work on these tables, so this version is started
-- with all of them stopped.
ALTER TABLE "pin_guards" RENAME TO "pin_attempts";--> statement-breakpoint
ALTER TABLE "pin_attempts" RENAME COLUMN "tries" TO "attempts";--> statement-breakpoint
ALTER TABLE "pin_attempts" RENAME COLUMN "tried_at" TO "last_attempt_at";--> statement-breakpoint
ALTER TABLE "pin_attempts" RENAME CONSTRAINT "pin_guards_pkey" TO "pin_attempts_pkey";--> statement-breakpoint
ALTER TABLE "pin_attempts" RENAME CONSTRAINT "pin_guards_check" TO "pin_attempts_check";--> statement-breakpoint
ALTER INDEX "pin_guards_at_idx" RENAME TO "pin_attempts_at_idx";--> statement-breakpoint
ALTER TABLE "request_keys" RENAME TO "idempotency_keys";--> statement-breakpoint
ALTER TABLE "idempotency_keys" RENAME COLUMN "call" TO "endpoint";--> statement-breakpoint
ALTER TABLE "idempotency_keys" RENAME COLUMN "answer" TO "response";--> statement-breakpoint
ALTER TABLE "idempotency_keys" RENAME CONSTRAINT "request_keys_subject_id_call_key_pk" TO "idempotency_keys_subject_id_endpoint_key_pk";--> statement-breakpoint
ALTER INDEX "request_keys_at_idx" RENAME TO "idempotency_keys_at_idx";--> statement-breakpoint
ALTER TABLE "shared_values" RENAME TO "cache_entries";--> statement-breakpoint
ALTER TABLE "cache_entries" RENAME CONSTRAINT "shared_values_pkey" TO "cache_entries_pkey";--> statement-breakpoint
ALTER INDEX "shared_values_expires_idx" RENAME TO "cache_entries_expires_idx";--> statement-breakpoint
ALTER TABLE "chat_sessions" RENAME TO "conversations";--> statement-breakpoint
ALTER TABLE "conversations" RENAME CONSTRAINT "chat_sessions_pkey" TO "conversations_pkey";--> statement-breakpoint
ALTER TABLE "conversations" RENAME CONSTRAINT "chat_sessions_user_id_users_id_fk" TO "conversations_user_id_users_id_fk";--> statement-breakpoint
ALTER TABLE "conversations" RENAME CONSTRAINT "chat_sessions_assignee_id_staff_id_fk" TO "conversations_assignee_id_staff_id_fk";--> statement-breakpoint
ALTER INDEX "chat_sessions_waiting_idx" RENAME TO "conversations_waiting_idx";--> statement-breakpoint
ALTER INDEX "chat_sessions_status_idx" RENAME TO "conversations_status_idx";--> statement-breakpoint
ALTER INDEX "chat_sessions_assignee_idx" RENAME TO "conversations_assignee_idx";--> statement-breakpoint
ALTER INDEX "chat_sessions_assignee_status_idx" RENAME TO "conversations_assignee_status_idx";--> statement-breakpoint
ALTER TABLE "points_holds" RENAME TO "points_reservations";--> statement-breakpoint
ALTER TABLE "points_reservations" RENAME CONSTRAINT "points_holds_pkey" TO "points_reservations_pkey";--> statement-breakpoint
ALTER TABLE "points_reservations" RENAME CONSTRAINT "points_holds_order_id_orders_id_fk" TO "points_reservations_order_id_orders_id_fk";--> statement-breakpoint
ALTER TABLE "points_reservations" RENAME CONSTRAINT "points_holds_user_id_users_id_fk" TO "points_reservations_user_id_users_id_fk";--> statement-breakpoint
ALTER TABLE "points_reservations" RENAME CONSTRAINT "points_holds_points_check" TO "points_reservations_points_check";--> statement-breakpoint
ALTER INDEX "points_holds_user_idx" RENAME TO "points_reservations_user_idx";--> statement-breakpoint
ALTER TABLE "restaurants" RENAME COLUMN "takes_orders" TO "accepts_orders";--> statement-breakpoint
ALTER TABLE "orders" RENAME COLUMN "held_at" TO "reserved_at";--> statement-breakpoint
ALTER TABLE "order_items" RENAME COLUMN "held_stock" TO "reserved_stock";--> statement-breakpoint
ALTER TABLE "order_history" RENAME COLUMN "axis" TO "field";--> statement-breakpoint
ALTER TABLE "order_history" RENAME COLUMN "at" TO "created_at";--> statement-breakpoint
ALTER TABLE "card_ledger" RENAME COLUMN "at" TO "created_at";--> statement-breakpoint
ALTER TABLE "points_ledger" RENAME COLUMN "at" TO "created_at";--> statement-breakpoint
ALTER TABLE "audit_log" RENAME COLUMN "at" TO "created_at";--> statement-breakpoint
ALTER TABLE "events" RENAME COLUMN "at" TO "created_at";--> statement-breakpoint
ALTER TABLE "security_events" RENAME COLUMN "at" TO "created_at";--> statement-breakpoint
ALTER TABLE "security_events" RENAME COLUMN "what" TO "detail";--> statement-breakpoint
ALTER TABLE "payment_attempts" RENAME COLUMN "queries" TO "query_count";--> statement-breakpoint
ALTER TABLE "refunds" RENAME COLUMN "tries" TO "attempt_count";--> statement-breakpoint
ALTER TABLE "card_issues" RENAME COLUMN "pins_told_again_at" TO "pins_reissued_at";--> statement-breakpoint
ALTER TABLE "sms_codes" RENAME COLUMN "ip" TO "network";--> statement-breakpoint
ALTER INDEX "sms_codes_ip_idx" RENAME TO "sms_codes_network_idx";--> statement-breakpoint
ALTER INDEX "cards_tail_idx" RENAME TO "cards_last_four_idx";--> statement-breakpoint
ALTER TABLE "daily_sums" RENAME COLUMN "what" TO "kind";--> statement-breakpoint
ALTER TABLE "daily_sums" RENAME COLUMN "who" TO "staff_id";--> statement-breakpoint
ALTER TABLE "daily_sums" RENAME COLUMN "fen" TO "amount_fen";--> statement-breakpoint
ALTER TABLE "daily_sums" RENAME CONSTRAINT "daily_sums_day_what_who_pk" TO "daily_sums_day_kind_staff_id_pk";--> statement-breakpoint
-- Unigrams and bigrams of a restaurant's name, address and city, and its city's code. The result stays the same, so the
-- indexes stay valid. Declared expensive, so that the planner uses the index instead of computing it for each row.
ALTER FUNCTION store_words(text, text, text, text) RENAME TO restaurant_ngrams;--> statement-breakpoint
CREATE OR REPLACE FUNCTION restaurant_ngrams(name text, address text, city_name text, city_code text) RETURNS text[]
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE COST 10000
AS $$
  SELECT array_append(array_agg(DISTINCT substr(source, start, size)), 'city:' || city_code)
  FROM unnest(ARRAY[name, address, city_name]) source,
    generate_series(1, length(source)) start,
    generate_series(1, 2) size
$$;--> statement-breakpoint
ALTER INDEX "restaurants_words_idx" RENAME TO "restaurants_ngrams_idx";--> statement-breakpoint
-- Unigrams and bigrams of a customer's name.
ALTER FUNCTION name_words(text) RENAME TO name_ngrams;--> statement-breakpoint
-- Triggers that notify all server processes of changed content: of one dish of a restaurant, of one restaurant, or of all
-- when more has changed than is worth listing.
ALTER FUNCTION tell_content() RENAME TO notify_content_change;--> statement-breakpoint
ALTER TRIGGER dishes_told ON "dishes" RENAME TO dishes_notify;--> statement-breakpoint
ALTER TRIGGER menu_categories_told ON "menu_categories" RENAME TO menu_categories_notify;--> statement-breakpoint
ALTER TRIGGER store_dishes_told ON "store_dishes" RENAME TO store_dishes_notify;--> statement-breakpoint
ALTER TRIGGER restaurants_told ON "restaurants" RENAME TO restaurants_notify;--> statement-breakpoint
DROP TRIGGER store_dishes_changed ON "store_dishes";--> statement-breakpoint
DROP TRIGGER restaurants_changed ON "restaurants";--> statement-breakpoint
DROP FUNCTION tell_dishes();--> statement-breakpoint
DROP FUNCTION tell_stores();--> statement-breakpoint
CREATE FUNCTION notify_restaurant_changes() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (SELECT count(*) FROM (SELECT FROM new_rows LIMIT 21) AS few) > 20 THEN
    PERFORM pg_notify('shidan_content', 'stores');
  ELSE
    PERFORM pg_notify('shidan_content', 'store:' || id) FROM new_rows;
  END IF;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE FUNCTION notify_dish_changes() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  changed text[];
BEGIN
  SELECT array_agg(name) INTO changed FROM (
    SELECT 'dish:' || n.restaurant_id || ':' || n.dish_id AS name
    FROM new_rows n JOIN old_rows o USING (restaurant_id, dish_id)
    WHERE (n.price_fen, n.stock, n.sold_out, n.sales) IS DISTINCT FROM (o.price_fen, o.stock, o.sold_out, o.sales)
    LIMIT 51) AS few;
  IF cardinality(changed) > 50 THEN
    PERFORM pg_notify('shidan_content', 'menus');
  ELSE
    PERFORM pg_notify('shidan_content', name) FROM unnest(changed) AS t (name);
  END IF;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER restaurants_notify_updates AFTER UPDATE ON "restaurants"
  REFERENCING NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION notify_restaurant_changes();--> statement-breakpoint
CREATE TRIGGER store_dishes_notify_updates AFTER UPDATE ON "store_dishes"
  REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION notify_dish_changes();
