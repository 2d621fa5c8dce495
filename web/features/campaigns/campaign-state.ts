import type { Campaign } from '#contract/campaigns.ts'
import { formatDate, formatTime } from '#web/lib/dates.ts'
import { countOf, formatNumber } from '#web/lib/format.ts'

type Told = Pick<
  Campaign,
  'status' | 'progress' | 'funnel' | 'nextCallAt' | 'timezone' | 'lastMinute' | 'pausedReason'
>

/** What a campaign is doing, whatever its status says. */
export type CampaignActivity = 'new' | 'calling' | 'waiting' | 'paused' | 'finished'

/** @param now on the clock that calling hours follow, in milliseconds */
export function activityOf({ status, progress, nextCallAt }: Told, now: number): CampaignActivity {
  const { enrolled, waiting, inFlight } = progress
  if (inFlight > 0) return 'calling'
  if (status === 'paused') return 'paused'
  if (status === 'completed' || (enrolled > 0 && waiting === 0)) return 'finished'
  if (enrolled === 0) return 'new'
  return nextCallAt !== null && Date.parse(nextCallAt) > now ? 'waiting' : 'calling'
}

/** The state in a sentence, such as 'Calling, 142 left' or 'Finished: 286 called, 41 chose'. */
export function stateSentence(campaign: Told, now: number): string {
  const { progress, funnel, nextCallAt, timezone, status } = campaign
  const { waiting, inFlight, enrolled } = progress
  const left = `${formatNumber(waiting)} left`
  switch (activityOf(campaign, now)) {
    case 'new':
      return 'No brokers are enrolled yet. Press Call to begin.'
    case 'calling':
      if (status === 'paused') return `Paused, ${countOf(inFlight, 'call')} still on the line`
      return waiting > 0 ? `Calling, ${left}` : 'Calling the last brokers'
    case 'waiting':
      return `${left}, resumes ${resumeText(nextCallAt ?? '', timezone, now)}`
    case 'paused':
      if (enrolled === 0) return 'Paused before anybody was called'
      return waiting > 0 ? `Paused, ${left}` : `Paused: ${resultText(funnel)}`
    case 'finished':
      return enrolled === 0 ? 'Completed without a call' : `Finished: ${resultText(funnel)}`
  }
}

const resultText = ({ dialled, chose }: Campaign['funnel']): string =>
  `${formatNumber(dialled)} called, ${formatNumber(chose)} chose`

const WEEK_MS = 6 * 86_400_000
/** Making one costs more than using it, and the clock of the calling hours may run fast. */
const weekdays = new Map<string, Intl.DateTimeFormat>()

function weekdayIn(timeZone: string, at: string): string {
  const known = weekdays.get(timeZone) ?? new Intl.DateTimeFormat('en-AU', { weekday: 'short', timeZone })
  weekdays.set(timeZone, known)
  return known.format(new Date(at))
}

/** 'Wed 9:00 am'; with the date where it is not within the next days. */
export function resumeText(at: string, timeZone: string, now: number): string {
  const weekday = weekdayIn(timeZone, at)
  const time = formatTime(at, timeZone)
  const isSoon = Date.parse(at) - now < WEEK_MS
  return isSoon ? `${weekday} ${time}` : `${weekday} ${formatDate(at, timeZone)}, ${time}`
}

/** Dials a minute as the server counted them; null where none were made lately. */
export function paceText({ lastMinute }: Pick<Campaign, 'lastMinute'>): string | null {
  if (lastMinute === 0) return null
  return lastMinute >= 1_000 ? '1,000 or more calls a minute' : `${countOf(lastMinute, 'call')} a minute`
}
