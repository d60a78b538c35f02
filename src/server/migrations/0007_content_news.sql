-- Tells all server processes what customers would see otherwise now: one dish of a store, one store, or more than
-- is worth naming. Notifications leave with the commit and in its order.
CREATE FUNCTION tell_content() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('shidan_content', TG_ARGV[0]);
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE FUNCTION tell_stores() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (SELECT count(*) FROM (SELECT FROM now_rows LIMIT 21) AS few) > 20 THEN
    PERFORM pg_notify('shidan_content', 'stores');
  ELSE
    PERFORM pg_notify('shidan_content', 'store:' || id) FROM now_rows;
  END IF;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE FUNCTION tell_dishes() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  changed text[];
BEGIN
  SELECT array_agg(name) INTO changed FROM (
    SELECT 'dish:' || n.restaurant_id || ':' || n.dish_id AS name
    FROM now_rows n JOIN was_rows w USING (restaurant_id, dish_id)
    WHERE (n.price_fen, n.stock, n.sold_out, n.sales) IS DISTINCT FROM (w.price_fen, w.stock, w.sold_out, w.sales)
    LIMIT 51) AS few;
  IF cardinality(changed) > 50 THEN
    PERFORM pg_notify('shidan_content', 'menus');
  ELSE
    PERFORM pg_notify('shidan_content', name) FROM unnest(changed) AS t (name);
  END IF;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER dishes_told AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON "dishes"
  FOR EACH STATEMENT EXECUTE FUNCTION tell_content('menus');--> statement-breakpoint
CREATE TRIGGER menu_categories_told AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON "menu_categories"
  FOR EACH STATEMENT EXECUTE FUNCTION tell_content('menus');--> statement-breakpoint
CREATE TRIGGER store_dishes_told AFTER INSERT OR DELETE OR TRUNCATE ON "store_dishes"
  FOR EACH STATEMENT EXECUTE FUNCTION tell_content('menus');--> statement-breakpoint
CREATE TRIGGER store_dishes_changed AFTER UPDATE ON "store_dishes"
  REFERENCING OLD TABLE AS was_rows NEW TABLE AS now_rows
  FOR EACH STATEMENT EXECUTE FUNCTION tell_dishes();--> statement-breakpoint
CREATE TRIGGER restaurants_told AFTER INSERT OR DELETE OR TRUNCATE ON "restaurants"
  FOR EACH STATEMENT EXECUTE FUNCTION tell_content('stores');--> statement-breakpoint
CREATE TRIGGER restaurants_changed AFTER UPDATE ON "restaurants"
  REFERENCING NEW TABLE AS now_rows
  FOR EACH STATEMENT EXECUTE FUNCTION tell_stores();
