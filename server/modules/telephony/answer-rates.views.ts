import { sql } from 'kysely'
import { addDays } from '#contract/calendar.ts'
import type { answerRates } from '#contract/calls/telephony.ts'
import type { ReturnsOf } from '#contract/endpoint.ts'
import { sydneyDate } from '#server/calendar/days.ts'
import type { Ctx } from '#server/ctx.ts'
import { shareOf } from '#server/modules/audiences/lift.rules.ts'
import { currentFigures } from '#server/modules/figures/figures.views.ts'

interface Row {
  fromNumber: string | null
  range: string | null
  calls: number
  screened: number
  reached: number
}

/** How often people answered calls from each of our numbers, by the range of the called number. */
export async function viewAnswerRates(ctx: Ctx, days: number): Promise<ReturnsOf<typeof answerRates>> {
  const to = sydneyDate(ctx.now())
  const from = addDays(to, 1 - days)
  const simulated = ctx.providers.voice.active?.simulated ?? true
  const figures = await currentFigures(ctx)
  const { rows } = await sql<Row>`
    select from_number, called_range as range, sum(ended)::int as calls, sum(screened)::int as screened, sum(human)::int as reached
    from ${figures('calling', ['ended', 'screened', 'human'], { from, to })} f
    where simulated = ${simulated}
    group by from_number, called_range having sum(ended) > 0
    order by sum(ended) desc, called_range`.execute(ctx.db)
  const numbers = [...new Set(rows.map(({ fromNumber }) => fromNumber))]
  return {
    from,
    to,
    numbers: numbers.map((phoneNumber) => {
      const own = rows.filter(({ fromNumber }) => fromNumber === phoneNumber)
      const sum = (name: 'calls' | 'screened' | 'reached') => own.reduce((total, row) => total + row[name], 0)
      return {
        phoneNumber,
        ...rateOf({ calls: sum('calls'), screened: sum('screened'), reached: sum('reached') }),
        ranges: own.map(({ range, ...counts }) => ({ range, ...rateOf(counts) })),
      }
    }),
  }
}

/** Every row has a call that ended. */
function rateOf({ calls, screened, reached }: Pick<Row, 'calls' | 'screened' | 'reached'>) {
  return { calls, screened, reached, share: shareOf({ did: reached, of: calls }) }
}
