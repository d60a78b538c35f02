CREATE TABLE "chain_settings" (
	"section" text NOT NULL,
	"version" integer NOT NULL,
	"value" jsonb NOT NULL,
	"changed_by" text NOT NULL,
	"changed_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "chain_settings_section_version_pk" PRIMARY KEY("section","version")
);
--> statement-breakpoint
ALTER TABLE "chain_settings" ADD CONSTRAINT "chain_settings_changed_by_staff_id_fk" FOREIGN KEY ("changed_by") REFERENCES "public"."staff"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE TRIGGER chain_settings_notify AFTER INSERT ON "chain_settings"
  FOR EACH STATEMENT EXECUTE FUNCTION notify_content_change('settings');
