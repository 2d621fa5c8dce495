import { type CallStage, callStages, type LiveCall } from '#contract/calls/live-calls.ts'
import { countOf, formatNumber } from '#web/lib/format.ts'

/** In the order of a call. */
const words: Record<CallStage, string> = {
  dialling: 'dialling',
  ringing: 'ringing',
  talking: 'talking',
  menu: 'in the menu',
  chose: 'chose',
  operator: 'asked for a person',
}

/** '30 calls: 12 ringing, 17 talking, 1 chose'; beyond the listed calls, only the newest are split. */
export function liveCountText({
  calls,
  total,
}: {
  calls: readonly Pick<LiveCall, 'stage'>[]
  total: number
}): string {
  const parts = callStages.flatMap((stage) => {
    const count = calls.filter((call) => call.stage === stage).length
    return count === 0 ? [] : [`${formatNumber(count)} ${words[stage]}`]
  })
  const all = countOf(total, 'call')
  if (parts.length === 0) return all
  return `${all}${total > calls.length ? `, of the newest ${formatNumber(calls.length)}` : ''}: ${parts.join(', ')}`
}
