import { sql } from 'kysely'
import type { Region } from '#contract/brokers/brokers.ts'
import { addDays } from '#contract/calendar.ts'
import { sydneyDate } from '#server/calendar/days.ts'
import type { Ctx } from '#server/ctx.ts'
import { currentFigures } from '#server/modules/figures/figures.views.ts'
import { keyOf, type Line, type Ranking, rankHours } from './best-hours.rules.ts'

/** Sydney days of calls that a ranking is made of, today included. */
export const RANKED_DAYS = 90
const KEPT_MS = 60_000

export interface HourRanking {
  ranking: Ranking
  /** On how many days a region's brokers were called, by `keyOf`. */
  days: ReadonlyMap<string, number>
  from: string
  to: string
}

interface Kept {
  until: number
  ranking: Promise<HourRanking>
}

/** A cache of one minute in this process, by installation: of simulated calls, and of live ones. */
const keptBy = new WeakMap<Ctx['providers'], Map<boolean, Kept>>()

/** The hours in which brokers answered most of late; computed once a minute, regardless of the number of decisions. */
export async function hourRanking(ctx: Ctx, simulated: boolean): Promise<HourRanking> {
  const kept = keptBy.get(ctx.providers) ?? new Map<boolean, Kept>()
  keptBy.set(ctx.providers, kept)
  const known = kept.get(simulated)
  if (known && performance.now() < known.until) return known.ranking
  const ranking = readRanking(ctx, simulated)
  kept.set(simulated, { until: performance.now() + KEPT_MS, ranking })
  // a failure is not cached: the next call reads again
  ranking.catch(() => kept.delete(simulated))
  return ranking
}

interface Row {
  region: Region | null
  line: Line | null
  hour: number | null
  whole: boolean
  calls: number
  reached: number
  days: number
}

async function readRanking(ctx: Ctx, simulated: boolean): Promise<HourRanking> {
  const to = sydneyDate(ctx.now())
  const from = addDays(to, 1 - RANKED_DAYS)
  const figures = await currentFigures(ctx)
  const { rows } = await sql<Row>`
    select region, line, hour, grouping(hour) = 1 as whole, sum(ended)::int as calls, sum(human)::int as reached,
      count(distinct day)::int as days
    from ${figures('region_hour', ['ended', 'human'], { from, to })} f
    where simulated = ${simulated} and line is not null and hour is not null
    group by grouping sets ((region, line, hour), (region, line))
    having sum(ended) > 0`.execute(ctx.db)
  const counts = rows.flatMap(({ region, line, hour, whole, calls, reached }) =>
    whole || line === null || hour === null ? [] : [{ region, line, hour, calls, reached }],
  )
  const days = rows.flatMap(({ region, line, whole, days }) =>
    whole && line !== null ? [[keyOf(region, line), days] as const] : [],
  )
  return { ranking: rankHours(counts), days: new Map(days), from, to }
}
