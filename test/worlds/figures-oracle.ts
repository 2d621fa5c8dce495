// Counts figures from the rows in TypeScript, independently of the SQL of the product, and compares.
import { sql } from 'kysely'
import type { Ctx } from '#server/ctx.ts'
import { countFigures } from '#server/modules/figures/count-figures.ts'
import { currentFigures } from '#server/modules/figures/figures.views.ts'
import { type Dimension, type Measures, measureNames } from '#server/modules/figures/measures.rules.ts'
import { type TestApp, until } from '#test/test-app.ts'

type Counts = Record<string, number>
interface Keys {
  campaign: number | null
  version: number | null
  region: string | null
  hour: number | null
  line: string | null
  currency: string | null
  from: string | null
  range: string | null
}
interface Counted extends Keys {
  at: Date
  simulated: boolean
  counts: Counts
}

const KEYS: Record<Dimension, readonly (keyof Keys)[]> = {
  day: ['currency'],
  campaign: ['campaign', 'currency'],
  version: ['campaign', 'version'],
  region: ['region', 'currency'],
  hour: ['hour'],
  slice: ['campaign', 'version', 'region', 'currency'],
  slice_hour: ['campaign', 'region', 'hour'],
  region_hour: ['region', 'hour', 'line'],
  calling: ['from', 'range'],
}
const ALL: readonly (keyof Keys)[] = [
  'campaign',
  'version',
  'region',
  'hour',
  'line',
  'currency',
  'from',
  'range',
]
const OUTCOMES =
  'human voicemail screened silent no_answer busy declined invalid_number provider_fault cancelled unknown'.split(
    ' ',
  )
const OPTIONS = 'option_1 option_2 option_3 option_4'.split(' ')
/** Charges in ten thousandths, so that sums are whole. */
const UNIT = 10_000

/** '0491' of +61491570156; null of an erased number. */
const rangeOf = (to: string): string | null => (to.startsWith('+61') ? `0${to.slice(3, 6)}` : null)

const dayOf = (at: Date): string =>
  Temporal.Instant.fromEpochMilliseconds(at.getTime())
    .toZonedDateTimeISO('Australia/Sydney')
    .toPlainDate()
    .toString()

async function readCounted({ db }: Pick<Ctx, 'db'>): Promise<Counted[]> {
  const [calls, bookings, applications] = await Promise.all([
    db
      .selectFrom('calls')
      .select(['createdAt', 'simulated', 'test', 'withdrawn', 'outcome', 'status', 'response', 'finishedAt'])
      .select([
        'duration',
        'cost',
        'costCurrency',
        'campaignId',
        'campaignVersionId',
        'region',
        'localHour',
        'calledLine',
        'fromNumber',
        'toNumber',
      ])
      .execute(),
    db
      .selectFrom('bookings')
      .select(['createdAt', 'simulated', 'test', 'status', 'campaignId', 'campaignVersionId', 'region'])
      .execute(),
    db
      .selectFrom('applications')
      .select(['submittedAt', 'simulated', 'campaignId', 'campaignVersionId', 'region'])
      .execute(),
  ])
  const only = { hour: null, line: null, currency: null, from: null, range: null }
  const place = (row: {
    campaignId: number | null
    campaignVersionId: number | null
    region: string | null
  }) => ({
    ...{ campaign: row.campaignId, version: row.campaignVersionId, region: row.region },
  })
  return [
    ...calls
      .filter((call) => !call.test && !(call.withdrawn && call.outcome === 'provider_fault'))
      .map((call) => ({
        ...{ ...place(call), hour: call.localHour, line: call.calledLine, currency: call.costCurrency },
        ...{ from: call.fromNumber, range: rangeOf(call.toNumber) },
        ...{ at: call.createdAt, simulated: call.simulated },
        counts: {
          calls: 1,
          ended: Number(call.finishedAt !== null),
          completed: Number(['completed', 'answered'].includes(call.status)),
          responded: Number(call.finishedAt !== null && call.response !== null),
          ...Object.fromEntries(OPTIONS.map((option) => [option, Number(call.response === option)])),
          ...Object.fromEntries(OUTCOMES.map((outcome) => [outcome, Number(call.outcome === outcome)])),
          seconds: call.status === 'completed' ? (call.duration ?? 0) : 0,
          timed: Number(call.status === 'completed' && call.duration !== null),
          amount: Math.round(Number(call.cost ?? 0) * UNIT),
          priced: Number(call.cost !== null),
        },
      })),
    ...bookings
      .filter(({ status, test }) => status !== 'cancelled' && !test)
      .map((row) => ({
        ...{ ...only, ...place(row), at: row.createdAt, simulated: row.simulated, counts: { meetings: 1 } },
      })),
    ...applications.flatMap((row) =>
      row.submittedAt === null
        ? []
        : [
            {
              ...only,
              ...place(row),
              at: row.submittedAt,
              simulated: row.simulated,
              counts: { applications: 1 },
            },
          ],
    ),
  ]
}

/** Sums by what they are of; only those that are not zero. */
type Sums = Map<string, Counts>

function add(sums: Sums, key: string, counts: Counts): void {
  const own = sums.get(key) ?? {}
  for (const [name, value] of Object.entries(counts)) if (value !== 0) own[name] = (own[name] ?? 0) + value
  if (Object.keys(own).length > 0) sums.set(key, own)
}

function oracleSums(rows: readonly Counted[], dimension: Dimension): Sums {
  const sums: Sums = new Map()
  for (const row of rows) {
    const ofCalls = KEYS[dimension].some((key) => key === 'hour' || key === 'from')
    if (ofCalls && row.counts.calls === undefined) continue
    const keys = ALL.map((key) => (KEYS[dimension].includes(key) ? row[key] : null))
    add(sums, JSON.stringify([dayOf(row.at), row.simulated, ...keys]), row.counts)
  }
  return sums
}

const MEASURES = [
  ...'calls ended completed responded seconds timed amount priced meetings applications'.split(' '),
  ...OPTIONS,
  ...OUTCOMES,
]

const KEY_COLUMNS = sql.raw(
  'campaign_id, version_id, region, hour, line, currency, from_number, called_range',
)

async function shownSums(ctx: Pick<Ctx, 'db'>, dimension: Dimension): Promise<Sums> {
  const figures = await currentFigures(ctx)
  const values = MEASURES.map((name) =>
    name === 'amount'
      ? sql`(sum(amount) * ${UNIT})::int as amount`
      : sql`sum(${sql.ref(name)})::int as ${sql.ref(name)}`,
  )
  const { rows } = await sql<{ key: unknown[]; counts: Counts }>`
    select jsonb_build_array(day, simulated, ${KEY_COLUMNS}) as key, to_jsonb(s) as counts
    from (select day, simulated, ${KEY_COLUMNS}, ${sql.join(values)}
      from ${figures(dimension, measureNames)} f group by day, simulated, ${KEY_COLUMNS}) s`.execute(ctx.db)
  const sums: Sums = new Map()
  for (const { key, counts } of rows)
    add(sums, JSON.stringify(key), Object.fromEntries(MEASURES.map((name) => [name, counts[name] ?? 0])))
  return sums
}

export interface Difference {
  dimension: Dimension
  key: string
  rows: Counts | undefined
  shown: Counts | undefined
}

/** Where the figures that screens read differ from the rows that they count. */
export async function figureDifferences(ctx: Pick<Ctx, 'db'>): Promise<Difference[]> {
  const rows = await readCounted(ctx)
  const differences: Difference[] = []
  for (const dimension of Object.keys(KEYS) as Dimension[]) {
    const [counted, shown] = [oracleSums(rows, dimension), await shownSums(ctx, dimension)]
    const plain = (counts: Counts | undefined) => JSON.stringify(Object.entries(counts ?? {}).toSorted())
    for (const key of new Set([...counted.keys(), ...shown.keys()]))
      if (plain(counted.get(key)) !== plain(shown.get(key)))
        differences.push({ dimension, key, rows: counted.get(key), shown: shown.get(key) })
  }
  return differences
}

export async function dueDays({ db }: Pick<Ctx, 'db'>): Promise<string[]> {
  const { rows } = await sql<{ day: string }>`select distinct day::text from due_days order by 1`.execute(db)
  return rows.map(({ day }) => day)
}

/** Counts all due days. A transaction of another test on the same server may delay days that just ended. */
export async function countAllFigures(app: TestApp, measures?: Measures): Promise<void> {
  await until('due days are counted', async () => {
    await countFigures(app.ctx(), undefined, measures)
    return (await dueDays(app.connection)).length === 0
  })
}
