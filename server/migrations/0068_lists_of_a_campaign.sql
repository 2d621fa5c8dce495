-- What the lists behind the figures of one campaign or region are found by.
-- serves: what happened in one campaign; deleting a campaign
create index activities_of_campaign on activities (campaign_id, created_at desc, id desc) where campaign_id is not null;
