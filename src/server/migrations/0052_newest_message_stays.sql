-- A process of the version before cannot name a message of a divided table: what it writes must not replace one.
CREATE OR REPLACE FUNCTION set_newest_message() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    NEW.newest_message_id := coalesce(NEW.newest_message_id, NEW.last_message_id);
  ELSIF NEW.newest_message_id IS NOT DISTINCT FROM OLD.newest_message_id
    AND NEW.last_message_id IS DISTINCT FROM OLD.last_message_id
    AND coalesce(OLD.newest_message_id, 0) <= 2147483647 THEN
    NEW.newest_message_id := NEW.last_message_id;
  END IF;
  IF NEW.newest_message_id <= 2147483647 THEN
    NEW.last_message_id := NEW.newest_message_id;
  END IF;
  RETURN NEW;
END $$;
