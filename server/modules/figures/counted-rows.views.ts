import { type RawBuilder, sql } from 'kysely'
import { addDays } from '#contract/calendar.ts'
import { sydneyMidnight } from '#server/calendar/days.ts'
import {
  measures as allMeasures,
  type Dimension,
  dimensionsOf,
  type FigureKey,
  figureKeys,
  keysOf,
  keyTypes,
  type Measures,
  type SourceName,
  sources,
} from './measures.rules.ts'

/** Instants, the end excluded; null: open. */
export interface Range {
  from: Date | null
  to: Date | null
}

/** A condition on an instant: within any of the ranges. */
function withinAny(at: RawBuilder<unknown>, ranges: readonly Range[]): RawBuilder<unknown> {
  const each = ranges.map(
    ({ from, to }) =>
      sql`(${from ? sql`${at} >= ${from}` : sql`true`} and ${to ? sql`${at} < ${to}` : sql`true`})`,
  )
  return sql`(${sql.join(each, sql` or `)})`
}

interface CountedRows {
  source: SourceName
  ranges: readonly Range[]
  /** Other keys are null. */
  keys?: readonly FigureKey[]
  measures?: Measures
  /** The day of most rows: comparing two instants is faster than converting each to Sydney's time. */
  mostlyOn?: string | null
}

const sydneyDay = (at: RawBuilder<unknown>, mostlyOn: string | null): RawBuilder<unknown> => {
  const converted = sql`(${at} at time zone 'Australia/Sydney')::date`
  if (mostlyOn === null) return converted
  const [start, end] = [sydneyMidnight(mostlyOn), sydneyMidnight(addDays(mostlyOn, 1))]
  return sql`case when ${at} >= ${start} and ${at} < ${end} then ${mostlyOn}::date else ${converted} end`
}

/** The columns by which rows are told apart, and the counted rows of a source. */
function partsOf({ source, ranges, keys = figureKeys, mostlyOn = null }: CountedRows) {
  const { at, where, keys: columns } = sources[source]
  const key = (name: FigureKey): RawBuilder<unknown> => {
    const column = keys.includes(name) ? (columns as Partial<Record<FigureKey, string>>)[name] : undefined
    return sql`${sql.raw(column ?? 'null')}::${sql.raw(keyTypes[name])} as ${sql.ref(name)}`
  }
  return {
    columns: sql`${sydneyDay(sql.ref(at), mostlyOn)} as day, simulated, ${sql.join(figureKeys.map(key))}`,
    rows: sql`${sql.table(source)} where ${sql.raw(where)} and ${withinAny(sql.ref(at), ranges)}`,
  }
}

/** One row for each counted row of a source: its day, its keys, and the value of each measure. */
export function countedRows(wanted: CountedRows): RawBuilder<unknown> {
  const { columns, rows } = partsOf(wanted)
  const values = Object.entries(wanted.measures ?? allMeasures).map(
    ([name, { source, value, type }]) =>
      sql`(${sql.raw(source === wanted.source ? value : '0')})::${sql.raw(type)} as ${sql.ref(name)}`,
  )
  return sql`select ${columns}, ${sql.join(values)} from ${rows}`
}

/** The sums of a source's counted rows by day and keys. */
export function countedSums(wanted: CountedRows): RawBuilder<unknown> {
  const { columns, rows } = partsOf(wanted)
  const measures: Measures = wanted.measures ?? allMeasures
  const sums = Object.entries(measures).map(([name, { source, value, where, type }]) => {
    const sum = where === undefined ? `sum(${value})` : `count(*) filter (where ${where})`
    return sql`(${sql.raw(source === wanted.source ? sum : '0')})::${sql.raw(type)} as ${sql.ref(name)}`
  })
  const positions = ['day', 'simulated', ...figureKeys].map((_, index) => sql.lit(index + 1))
  return sql`select ${columns}, ${sql.join(sums)} from ${rows} group by ${sql.join(positions)}`
}

/** The rows of `figures` for these ranges, counted from one source. */
export function recountedRows(
  source: SourceName,
  ranges: readonly Range[],
  measures: Measures = allMeasures,
): RawBuilder<unknown> {
  const of = dimensionsOf(source)
  const grouped = figureKeys.filter((key) => of.some((dimension) => keysOf(dimension).includes(key)))
  const refs = (keys: readonly FigureKey[]) => sql.join(keys.map((key) => sql.ref(key)))
  // GROUPING() has a bit for each of its arguments that is not grouped by
  const maskOf = (dimension: Dimension): number =>
    grouped.reduce((mask, key) => mask * 2 + (keysOf(dimension).includes(key) ? 0 : 1), 0)
  const names = of.map((dimension) => sql`when ${sql.lit(maskOf(dimension))} then ${sql.lit(dimension)}`)
  const sets = of.map((dimension) => sql`(${refs(keysOf(dimension))})`)
  const keys = figureKeys.map((key) =>
    grouped.includes(key) ? sql.ref(key) : sql`null::${sql.raw(keyTypes[key])} as ${sql.ref(key)}`,
  )
  const counts = Object.entries(measures)
    .filter(([, measure]) => measure.source === source)
    .map(([name]) => sql`${sql.lit(name)}, nullif(sum(${sql.ref(name)}), 0)`)
  return sql`select day, ${sql.lit(source)} as source, case grouping(${refs(grouped)}) ${sql.join(names, sql` `)} end as dimension,
      simulated, ${sql.join(keys)}, jsonb_strip_nulls(jsonb_build_object(${sql.join(counts)})) as counts
    from (${countedRows({ source, ranges, measures })}) f
    group by day, simulated, grouping sets (${sql.join(sets)})`
}
