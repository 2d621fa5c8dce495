import { sql } from 'kysely'
import type { Region } from '#contract/brokers.ts'
import { zoneFor } from '#server/calendar/regions.ts'
import type { Ctx } from '#server/ctx.ts'
import { audit } from '#server/modules/accounts/audit.ts'
import { plainAsicNumberOf } from './asic-number.rules.ts'
import { addActivity } from './timeline.ts'

export interface Prospect {
  name: string
  asicNumber: string
  region: Region | null
  postcode: string | null
  company: string | null
}

/**
 * Adds prospects: without a telephone number, and without a basis for calling until a person records one. The caller
 * has authorised it. Only inside `ctx.tx`.
 * @param source where they were found, as it is shown on the record
 * @returns how many were added; those whose ASIC number the directory has are left as they are
 */
export async function addProspectRecords(
  tx: Ctx,
  prospects: readonly Prospect[],
  source: string,
): Promise<number> {
  const rows = prospects.map((prospect) => ({
    ...prospect,
    timezone: zoneFor(prospect.region, prospect.postcode),
  }))
  const added = await sql<{ id: number }>`
    insert into brokers (name, company, region, postcode, asic_number, timezone, call_basis, call_basis_source, prospect_since)
    select i.name, i.company, i.region, i.postcode, i."asicNumber", i.timezone, 'none', ${source}, ${tx.now()}
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as i(name text, company text, region text, postcode text,
      "asicNumber" text, timezone text)
    where not exists (select from brokers b
      where ${plainAsicNumberOf(sql`b.asic_number`)} = i."asicNumber")
    returning id`.execute(tx.db)
  for (const { id } of added.rows) {
    await addActivity(tx, {
      ...{ type: 'prospect_added', description: `Added from ${source}` },
      brokerId: id,
      simulated: false,
    })
  }
  const count = added.rows.length
  await audit(tx, {
    action: 'broker.prospects_added',
    subjectType: 'broker',
    subjectId: null,
    after: { source, brokers: count },
  })
  if (count > 0) await tx.emit('broker.changed', { brokerIds: added.rows.map(({ id }) => id) })
  return count
}
