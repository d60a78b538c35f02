-- Until now a restaurant sold only the dishes that had a row; from now on it sells all but those that it leaves out.
INSERT INTO "store_dishes" ("restaurant_id", "dish_id", "offered")
SELECT r.id, d.id, false FROM "restaurants" r CROSS JOIN "dishes" d
 WHERE r.closed_at IS NULL AND d.retired_at IS NULL
   AND NOT EXISTS (SELECT FROM "store_dishes" s WHERE s.restaurant_id = r.id AND s.dish_id = d.id);--> statement-breakpoint
-- A new row changes one dish of one restaurant, not all menus.
DROP TRIGGER store_dishes_notify ON "store_dishes";--> statement-breakpoint
CREATE TRIGGER store_dishes_notify AFTER DELETE OR TRUNCATE ON "store_dishes"
  FOR EACH STATEMENT EXECUTE FUNCTION notify_content_change('menus');--> statement-breakpoint
CREATE FUNCTION notify_new_store_dishes() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  changed text[];
BEGIN
  SELECT array_agg(name) INTO changed FROM (
    SELECT 'dish:' || restaurant_id || ':' || dish_id AS name FROM new_rows
    WHERE NOT offered OR price_fen IS NOT NULL OR stock IS NOT NULL OR sold_out OR sales > 0
    LIMIT 51) AS few;
  IF cardinality(changed) > 50 THEN
    PERFORM pg_notify('shidan_content', 'menus');
  ELSE
    PERFORM pg_notify('shidan_content', name) FROM unnest(changed) AS t (name);
  END IF;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER store_dishes_notify_inserts AFTER INSERT ON "store_dishes"
  REFERENCING NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION notify_new_store_dishes();
