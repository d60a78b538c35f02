ALTER TABLE "restaurants" ADD COLUMN "pictures" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "restaurants" ADD COLUMN "business_licence" jsonb;--> statement-breakpoint
ALTER TABLE "restaurants" ADD COLUMN "food_licence" jsonb;--> statement-breakpoint
ALTER TABLE "restaurants" ADD COLUMN "pictures_version" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
CREATE INDEX "audit_log_changes_idx" ON "audit_log" USING btree ("created_at") WHERE "audit_log"."action" not in ('customer.view', 'chat.read');--> statement-breakpoint
CREATE INDEX "audit_log_target_changes_idx" ON "audit_log" USING btree ("target","created_at") WHERE "audit_log"."action" not in ('customer.view', 'chat.read');--> statement-breakpoint
CREATE INDEX "audit_log_actor_changes_idx" ON "audit_log" USING btree ("actor","created_at") WHERE "audit_log"."action" not in ('customer.view', 'chat.read');