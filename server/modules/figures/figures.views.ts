import { type RawBuilder, sql } from 'kysely'
import { addDays } from '#contract/calendar.ts'
import { sydneyMidnight } from '#server/calendar/days.ts'
import type { Ctx } from '#server/ctx.ts'
import { countedSums, type Range } from './counted-rows.views.ts'
import {
  measures as allMeasures,
  type Dimension,
  figureKeys,
  hasDimension,
  keysOf,
  type MeasureName,
  type Measures,
  measuresHash,
  pickMeasures,
  sourceNames,
} from './measures.rules.ts'

/** Sydney days, both included; undefined: open. */
interface FigureDays {
  from?: string
  to?: string
}

/**
 * Figures by one dimension, as a table expression: `day`, `simulated`, the keys of the dimension (other keys are null), and
 * a column for each of the measures. Rows are partial: sum them.
 */
export type Figures<Name extends string = MeasureName> = (
  dimension: Dimension,
  names: readonly Name[],
  days?: FigureDays,
) => RawBuilder<unknown>

interface State {
  /** Figures of earlier days are stored; null: none are. */
  countedUntil: string | null
  /** Stored days that changed since they were counted. */
  due: string[]
}

async function readState({ db }: Pick<Ctx, 'db'>, measures: Measures): Promise<State> {
  const { rows } = await sql<State>`
    select counted_until::text, array(select distinct day from due_days where day < counted_until order by day)::text[] as due
    from figures_state where measures = ${measuresHash(measures)}`.execute(db)
  return rows[0] ?? { countedUntil: null, due: [] }
}

/** Figures as they are now: stored days as counted, today and changed days from the rows themselves. */
export async function currentFigures<Name extends string = MeasureName>(
  ctx: Pick<Ctx, 'db'>,
  all: Measures = allMeasures,
): Promise<Figures<Name>> {
  const state = await readState(ctx, all)
  return (dimension, names, days = {}) => {
    const measures = pickMeasures(names, all)
    const ranges = liveRanges(state, days)
    const live = sourceNames
      .filter(
        (source) =>
          ranges.length > 0 &&
          hasDimension(source, dimension) &&
          Object.values(measures).some((measure) => measure.source === source),
      )
      .map((source) =>
        countedSums({ source, ranges, keys: keysOf(dimension), measures, mostlyOn: state.countedUntil }),
      )
    return sql`(${sql.join([storedRows(state, dimension, days, measures), ...live], sql` union all `)})`
  }
}

function storedRows(
  { countedUntil, due }: State,
  dimension: Dimension,
  { from, to }: FigureDays,
  measures: Measures,
): RawBuilder<unknown> {
  const values = Object.entries(measures).map(
    ([name, { type }]) => sql`coalesce((counts->>${sql.lit(name)})::${sql.raw(type)}, 0) as ${sql.ref(name)}`,
  )
  return sql`select day, simulated, ${sql.join(figureKeys.map((key) => sql.ref(key)))}, ${sql.join(values)}
      from figures where dimension = ${sql.lit(dimension)} and day < ${countedUntil}::date
        ${due.length > 0 ? sql`and day <> all(${due}::date[])` : sql``}
        ${from === undefined ? sql`` : sql`and day >= ${from}::date`} ${to === undefined ? sql`` : sql`and day <= ${to}::date`}`
}

/** The live days among those wanted, adjacent ones together. */
function liveRanges({ countedUntil, due }: State, { from, to }: FigureDays): Range[] {
  const live: { from: string | null; to: string | null }[] = []
  for (const day of due) {
    if ((from !== undefined && day < from) || (to !== undefined && day > to)) continue
    const last = live.at(-1)
    if (last?.to === day) last.to = addDays(day, 1)
    else live.push({ from: day, to: addDays(day, 1) })
  }
  const end = to === undefined ? null : addDays(to, 1)
  const start = countedUntil === null || (from !== undefined && from > countedUntil) ? from : countedUntil
  if (end === null || start === undefined || start < end) live.push({ from: start ?? null, to: end })
  return live.map((range) => ({
    from: range.from === null ? null : sydneyMidnight(range.from),
    to: range.to === null ? null : sydneyMidnight(range.to),
  }))
}
