-- Where answers to a mail go; null: to its sender.
alter table messages add column reply_to text;
