import type { Region } from '#contract/brokers/brokers.ts'
import type { Personality } from '#contract/campaigns/campaigns.ts'
import type { Ctx } from '#server/ctx.ts'
import type { ScriptFacts } from '#server/modules/calls/script.rules.ts'
import type { Cast } from './cast.ts'

export interface FactsBroker {
  id: number
  name: string
  phone: string
  region: Region
  timezone: string
  email: string | null
  company: string | null
  asicNumber: string | null
  membership: string | null
  callBasis: string
  numberSource: string | null
}

/** The shared input of calls and their consequences, read once for all. */
export interface Facts {
  organisation: ScriptFacts['organisation']
  version(id: number): ScriptFacts['version']
  /** In the order of `PastCall.person`. */
  brokers: readonly FactsBroker[]
}

export async function loadFacts(tx: Ctx, cast: Cast): Promise<Facts> {
  const organisation = await tx.db.selectFrom('organisation').selectAll().executeTakeFirstOrThrow()
  const rows = await tx.db.selectFrom('campaignVersions').selectAll().execute()
  const versions = new Map(
    // the table's check allows no other personality
    rows.map((row) => [row.id, { ...row, aiPersonality: row.aiPersonality as Personality }]),
  )
  const found = await tx.db
    .selectFrom('brokers')
    .select(['id', 'name', 'email', 'company', 'asicNumber', 'membership', 'callBasis', 'numberSource'])
    .execute()
  const known = new Map(found.map((broker) => [broker.id, broker]))
  return {
    organisation,
    version(id) {
      const version = versions.get(id)
      if (!version) throw new Error('a campaign of the demo world has lost its words')
      return version
    },
    brokers: cast.brokers.map((broker) => {
      const row = known.get(broker.id)
      if (!row) throw new Error('a broker of the demo world is gone')
      return { ...row, ...broker }
    }),
  }
}
