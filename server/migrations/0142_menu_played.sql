-- The funnel counts brokers to whom the menu was played.
alter table calls add column menu_played boolean not null default false;

-- a choice other than the opt-out answers the menu; else the transcript shows it
alter table calls disable trigger user;
update calls set menu_played = true
where outcome = 'human' and (response in ('option_1', 'option_2', 'option_3')
  or jsonb_path_exists(transcript, '$[*] ? (@.speaker == "agent" && @.text like_regex "^press [1-3] " flag "i")'));
alter table calls enable trigger user;
