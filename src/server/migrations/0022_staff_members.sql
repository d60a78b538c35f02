ALTER TABLE "staff" ADD COLUMN "last_login_at" timestamp (3) with time zone;--> statement-breakpoint
CREATE INDEX "staff_name_idx" ON "staff" USING btree ("name","id");--> statement-breakpoint
CREATE INDEX "staff_role_name_idx" ON "staff" USING btree ("role","name","id");