import { type RawBuilder, sql } from 'kysely'

/** A booking or application, and the campaign of the microsite that led to it. */
export interface CampaignCredit {
  id: number
  campaignId: number
}

/** Attribution of a new meeting or application: its call's campaign and its broker's region. */
export const creditOf = ({ callId, brokerId }: { callId?: number | null; brokerId?: number | null }) => ({
  campaignId: sql<number | null>`(select campaign_id from calls where id = ${callId ?? null})`,
  campaignVersionId: sql<number | null>`(select campaign_version_id from calls where id = ${callId ?? null})`,
  region: regionOf(brokerId ?? null),
})

/** The region of a row that gets this broker: one that it has already stays. */
export const regionWith = (brokerId: number | null): RawBuilder<string | null> =>
  sql`coalesce(region, ${regionOf(brokerId)})`

const regionOf = (brokerId: number | null) =>
  sql<string | null>`(select brokers.region from brokers where brokers.id = ${brokerId})`
