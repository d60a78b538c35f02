-- Written by hand: the corners of a polygon; null for what is none. [[121.4, 31.2], …] with round brackets is how
-- PostgreSQL writes a polygon.
CREATE FUNCTION to_polygon(corners jsonb) RETURNS polygon LANGUAGE sql IMMUTABLE AS $$
  SELECT CASE WHEN corners::text ~ '^\[\[-?[0-9.]+, -?[0-9.]+\](, \[-?[0-9.]+, -?[0-9.]+\])*\]$'
    THEN translate(corners::text, '[]', '()')::polygon END
$$;--> statement-breakpoint
ALTER TABLE "restaurants" ADD COLUMN "delivery_area" "polygon" GENERATED ALWAYS AS (to_polygon(delivery_polygon)) STORED;
