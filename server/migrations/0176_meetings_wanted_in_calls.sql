-- A meeting without an accepted time and each accepted time are effects of their own, so that a later choice in the same
-- call still acts. Calls of the last week may still get reports, which must not repeat what they have caused.
insert into call_effects (call_id, kind)
select distinct e.call_id, 'option_2:' || coalesce(e.data ->> 'slot', 'wanted')
from call_effects c
join call_events e on e.call_id = c.call_id and e.kind = 'option' and e.data ->> 'option' = 'option_2'
where c.kind = 'option_2' and c.created_at > now() - interval '7 days' and e.called_at > now() - interval '8 days'
on conflict do nothing;
