-- Zones of brokers with postcodes that have a clock of their own, or lie in several zones.
update brokers set timezone = case postcode when '6798' then 'Indian/Christmas' else 'Indian/Cocos' end
where postcode in ('6798', '6799');

update brokers set timezone = case when coalesce(region, 'WA') = 'WA' then 'Australia/Eucla' end
where postcode = '6443';

update brokers set timezone = null
where postcode in ('7151', '9999')
   or region is null and postcode in ('0872', '2406', '4375', '4377', '4380', '4383', '4385', '4825')
   or region in ('ACT', 'VIC', 'TAS') and postcode = '2406';
