ALTER TABLE "restaurants" ADD COLUMN "week_hours" jsonb;--> statement-breakpoint
ALTER TABLE "restaurants" ADD COLUMN "special_days" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
-- The same times of opening on each of the seven days.
UPDATE "restaurants" SET "week_hours" = (
  SELECT jsonb_agg(day) FROM (
    SELECT jsonb_build_array(jsonb_build_array("start_time", "end_time")) AS day FROM generate_series(1, 7)) AS week);--> statement-breakpoint
ALTER TABLE "restaurants" ALTER COLUMN "week_hours" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "restaurants" DROP COLUMN "start_time";--> statement-breakpoint
ALTER TABLE "restaurants" DROP COLUMN "end_time";
