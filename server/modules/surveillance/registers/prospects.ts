import { sql } from 'kysely'
import { type Region, regions } from '#contract/brokers/brokers.ts'
import { longDay } from '#contract/calendar.ts'
import type { BodyOf, ReturnsOf } from '#contract/endpoint.ts'
import { numberText } from '#contract/number-text.ts'
import {
  type addProspects as addEndpoint,
  type countProspects as countEndpoint,
  MOST_PROSPECTS,
} from '#contract/surveillance/living-registers.ts'
import type { Ctx } from '#server/ctx.ts'
import { authorise } from '#server/modules/accounts/policy.ts'
import { addProspectRecords } from '#server/modules/brokers/add-prospects.ts'
import { plainAsicNumberOf } from '#server/modules/brokers/asic-number.rules.ts'
import { AppError } from '#server/platform/errors.ts'
import { registeredCompany, registeredPerson } from './registered-name.rules.ts'

type Counts = ReturnsOf<typeof countEndpoint>
type Chosen = BodyOf<typeof addEndpoint>

interface NewRow {
  number: string
  name: string
  kind: 'person' | 'company'
  state: string | null
  postcode: string | null
  licensee: string | null
  known: boolean
}

/**
 * Representatives whose number no earlier snapshot had, each once. A move to another licensee does not count as new.
 */
async function newRepresentatives(
  ctx: Ctx,
  { state }: Chosen,
): Promise<{ day: string | null; rows: NewRow[] }> {
  const newest = await sql<{ id: number; day: string }>`
    select id, snapshot_date::text as day from register_snapshots s where register = 'credit_representatives'
      and exists (select from register_snapshots o where o.register = s.register and o.id < s.id)
    order by id desc limit 1`.execute(ctx.db)
  const [snapshot] = newest.rows
  if (!snapshot) return { day: null, rows: [] }
  const { rows } = await sql<NewRow>`
    select distinct on (e.number) e.number, e.name, e.kind, e.state, e.postcode,
      (select l.name from register_entries l where l.number = e.licence and l.register = 'credit_licensees'
        and l.until_snapshot_id is null limit 1) as licensee,
      exists (select from brokers b where ${plainAsicNumberOf(sql`b.asic_number`)} = e.number) as known
    from register_entries e
    where e.from_snapshot_id = ${snapshot.id} and e.until_snapshot_id is null and e.ended_on is null
      and (${state ?? null}::text is null or e.state = ${state ?? null})
      and not exists (select from register_entries o where o.number = e.number and o.register = e.register
        and o.from_snapshot_id < e.from_snapshot_id)
    order by e.number, e.id`.execute(ctx.db)
  return { day: snapshot.day, rows }
}

function countsOf({ day, rows }: Awaited<ReturnType<typeof newRepresentatives>>): Counts {
  const people = rows.filter(({ kind }) => kind === 'person')
  return {
    snapshotDate: day,
    people: people.length,
    known: people.filter(({ known }) => known).length,
    companies: rows.length - people.length,
  }
}

export async function countProspects(ctx: Ctx, chosen: Chosen): Promise<Counts> {
  return countsOf(await newRepresentatives(ctx, chosen))
}

/**
 * Adds the people who are new on the register. It publishes no telephone numbers, so they cannot be called before a
 * person enters a number that is published for business, and where.
 * @throws AppError forbidden, conflict for too many people in one request
 */
export async function addProspects(ctx: Ctx, chosen: Chosen): Promise<ReturnsOf<typeof addEndpoint>> {
  authorise(ctx, 'brokers.import')
  return ctx.tx(async (tx) => {
    // serialises concurrent requests, so that no person is added twice
    await sql`select pg_advisory_xact_lock(hashtext('add prospects'))`.execute(tx.db)
    const found = await newRepresentatives(tx, chosen)
    const counts = countsOf(found)
    if (counts.people - counts.known > MOST_PROSPECTS) {
      const most = numberText(MOST_PROSPECTS)
      throw new AppError('conflict', `At most ${most} people are added at once: choose a state.`)
    }
    const prospects = found.rows.flatMap(({ number, name, state, postcode, licensee }) => {
      const person = registeredPerson(name)
      if (!person) return []
      const region: Region | undefined = regions.find((one) => one === state)
      return {
        name: `${person.firstName} ${person.lastName}`,
        asicNumber: number,
        region: region ?? null,
        postcode: postcode && /^\d{4}$/.test(postcode) ? postcode : null,
        company: licensee && registeredCompany(licensee),
      }
    })
    const source = `ASIC’s register of credit representatives of ${longDay(found.day ?? '')}`
    const added = prospects.length === 0 ? 0 : await addProspectRecords(tx, prospects, source)
    return { ...counts, added }
  })
}
