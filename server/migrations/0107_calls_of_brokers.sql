-- Calls of the brokers whom a search finds are counted without a look at each call.
drop index calls_broker;
-- serves: a broker's calls, and counting those of many brokers from the index alone
create index calls_broker on calls (broker_id, id desc) include (test, simulated, withdrawn, outcome);
