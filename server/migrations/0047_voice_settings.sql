-- With what and how the agent speaks in calls through Vapi. One row; what it may hold is a list in code, with a date.
create table voice_settings (
  id boolean primary key default true check (id),
  model text not null,
  voice text not null,
  language text not null,
  ambience text not null check (ambience in ('off', 'office')),
  updated_at timestamptz not null default clock_timestamp()
);
insert into voice_settings (model, voice, language, ambience)
  values ('gpt-5.4-mini', 'by_personality', 'en-AU', 'off');
