import { sql } from 'kysely'
import type { Finding } from '#contract/surveillance/surveillance.ts'
import { sydneyDate } from '#server/calendar/days.ts'
import type { Ctx } from '#server/ctx.ts'
import { parseCompanyName } from '#server/input/company-name.ts'
import { scoreNames } from '../names/name-score.rules.ts'
import { plainNumber } from '../registers/register-files.rules.ts'
import { newestSnapshots } from '../registers/registers.views.ts'
import { assessBroker, type BrokerFacts, type EntryFacts, type NameHit } from './assess-broker.rules.ts'
import { entryColumns, hitsOf, type NamedRegister, namesOf } from './name-screening.ts'

export interface Screened {
  brokerId: number
  findings: Finding[]
  facts: string
}

export interface Screening {
  results: Screened[]
  /** The date of each checked register's snapshot. */
  snapshots: Record<string, string>
}

/** Compares these brokers with the registers: numbers in one query, names in memory. */
export async function screenBrokers(ctx: Ctx, brokers: readonly BrokerFacts[]): Promise<Screening> {
  const newest = await newestSnapshots(ctx)
  const loaded = new Set(newest.map(({ register }) => register))
  const of = (register: NamedRegister) => newest.find((snapshot) => snapshot.register === register)
  const numbers = [...new Set(brokers.flatMap(({ asicNumber }) => plainNumber(asicNumber ?? '') ?? []))]
  const holders = await entriesOf(ctx, ['credit_representatives', 'credit_licensees'], numbers)
  const licences = [...new Set(holders.flatMap(({ licence }) => licence ?? []))]
  const principals = await entriesOf(ctx, ['credit_licensees'], licences)
  const persons = await namesOf(ctx, 'banned_persons', of('banned_persons'))
  const organisations = await namesOf(ctx, 'banned_organisations', of('banned_organisations'))
  const today = sydneyDate(ctx.now())
  const search = (
    register: NamedRegister,
    index: Awaited<ReturnType<typeof namesOf>>,
    name: string | null,
  ): NameHit[] => (index && name?.trim() ? hitsOf(register, index, name) : [])
  const holdersByNumber = Map.groupBy(holders, ({ number }) => number ?? '')
  const principalsByLicence = Map.groupBy(principals, ({ number }) => number ?? '')
  const results = brokers.map((broker) => {
    const own = holdersByNumber.get(plainNumber(broker.asicNumber ?? '') ?? '') ?? []
    const facts = {
      loaded,
      representatives: own.filter(({ register }) => register === 'credit_representatives'),
      licensees: own.filter(({ register }) => register === 'credit_licensees'),
      principals: own.flatMap(({ licence }) => (licence ? (principalsByLicence.get(licence) ?? []) : [])),
      persons: search('banned_persons', persons, broker.name),
      organisations: search('banned_organisations', organisations, broker.company),
      agreement: (registered: string) => agreementOf(broker, registered),
    }
    return { brokerId: broker.id, findings: assessBroker(broker, facts, today), facts: broker.digest }
  })
  return { results, snapshots: Object.fromEntries(newest.map(({ register, date }) => [register, date])) }
}

/** A representative is the broker, or the company that the broker works under. */
export function agreementOf(
  { name, company }: Pick<BrokerFacts, 'name' | 'company'>,
  registered: string,
): number {
  const scores = [name, ...(company ? [company] : [])].flatMap((own) => [
    scoreNames('company', own, registered).score,
    // 'Isla Fraser T/A Fraser Finance' is a person
    scoreNames('person', parseCompanyName(own).name || own, registered).score,
  ])
  return Math.max(...scores)
}

async function entriesOf(ctx: Ctx, registers: string[], numbers: readonly string[]): Promise<EntryFacts[]> {
  if (numbers.length === 0) return []
  const { rows } = await sql<EntryFacts>`
    select ${entryColumns} from register_entries e
    where register = any(${registers}) and number = any(${[...numbers]}) and until_snapshot_id is null
    order by id`.execute(ctx.db)
  return rows
}
