-- Whoever is signed in is answered from what the process knows of the session: their name, picture and invitation are told too.
drop trigger users_changed on users;
create trigger users_changed after update on users for each row
  when ((old.role, old.disabled_at, old.invited_at, old.broker_id, old.email, old.name, old.first_name, old.last_name, old.image,
      old.two_factor_enabled)
    is distinct from (new.role, new.disabled_at, new.invited_at, new.broker_id, new.email, new.name, new.first_name, new.last_name,
      new.image, new.two_factor_enabled))
  execute function tell_sessions();
