import { SYDNEY } from '#contract/calendar.ts'
import type { Campaign, NextCallReason } from '#contract/campaigns/campaigns.ts'
import { formatDate, formatTime, formatWeekday } from '#web/lib/dates.ts'
import { ABSENT, countOf, formatNumber } from '#web/lib/format.ts'
import { zoneLabelIn } from '#web/lib/zoned-days.ts'

type Told = Pick<
  Campaign,
  | 'status'
  | 'progress'
  | 'funnel'
  | 'nextCallAt'
  | 'nextCallReason'
  | 'retries'
  | 'timezone'
  | 'lastMinute'
  | 'pausedReason'
>

/** The activity of a campaign, which its status alone does not show. */
export type CampaignActivity = 'new' | 'calling' | 'waiting' | 'paused' | 'idle' | 'finished'

/** @param now on the clock that calling hours follow, in milliseconds */
export function activityOf({ status, progress, nextCallAt }: Told, now: number): CampaignActivity {
  const { enrolled, waiting, inFlight } = progress
  if (inFlight > 0) return 'calling'
  if (status === 'paused') return 'paused'
  if (status === 'completed') return 'finished'
  if (enrolled === 0) return 'new'
  if (waiting === 0) return 'idle'
  return nextCallAt !== null && Date.parse(nextCallAt) > now ? 'waiting' : 'calling'
}

/** The state in a sentence, such as 'Calling, 142 left' or 'Finished: 286 brokers called, 130 reached, 41 responded'. */
export function stateSentence(campaign: Told, now: number): string {
  const { progress, funnel, status } = campaign
  const { waiting, inFlight, enrolled } = progress
  const left = `${formatNumber(waiting)} left`
  switch (activityOf(campaign, now)) {
    case 'new':
      return 'No brokers are enrolled yet. Press Call to begin.'
    case 'calling':
      if (status === 'paused') return `Paused, ${countOf(inFlight, 'call')} still on the line`
      return waiting > 0 ? `Calling, ${left}` : 'Calling the last brokers'
    case 'waiting':
      return waitSentence(campaign, now)
    case 'paused':
      if (enrolled === 0) return 'Paused before anybody was called'
      return waiting > 0
        ? `Paused, ${formatNumber(waiting)} of ${countOf(enrolled, 'broker')} left`
        : `Paused: ${resultText(funnel)}`
    case 'idle':
      return 'No enrolled brokers left. Press Call to look for more.'
    case 'finished':
      return enrolled === 0 ? 'Completed without a call' : `Finished: ${resultText(funnel)}`
  }
}

/** The event that a campaign waits for, such as '135 retries from Wed 2:30 pm'; its status may still be active. */
export function waitSentence(
  campaign: Pick<Campaign, 'nextCallAt' | 'nextCallReason' | 'retries' | 'timezone' | 'progress'>,
  now: number,
): string {
  const { nextCallAt, nextCallReason, retries, timezone, progress } = campaign
  const from = resumeText(nextCallAt ?? '', timezone, now)
  return waitText({ reason: nextCallReason ?? 'opening', waiting: progress.waiting, retries, from })
}

interface Wait {
  reason: NextCallReason
  waiting: number
  /** Among the next waiting brokers that the server counts. */
  retries: number
  /** The time of the next call, as `resumeText` words it. */
  from: string
}

export function waitText({ reason, waiting, retries, from }: Wait): string {
  const left = `${formatNumber(waiting)} left`
  if (reason === 'better_hour') return `${left}, waiting for a better hour: ${from}`
  if (reason === 'opening') return `${left}, resumes ${from}`
  if (retries >= waiting) return `${countOf(waiting, 'retry', 'retries')} from ${from}`
  return `${left}, retries from ${from}`
}

/** In brokers, not calls: some take several calls, and others are never reached. */
function resultText({ dialled, reached, chose }: Campaign['funnel']): string {
  const called = `${countOf(dialled, 'broker')} called`
  return `${called}, ${formatNumber(reached)} reached, ${formatNumber(chose)} responded`
}

const WEEK_MS = 6 * 86_400_000
/** 'Wed 9:00 am'; with the date where it is not within the next days, with the zone where it is not Sydney's. */
export function resumeText(at: string, timeZone: string, now: number): string {
  const ms = Date.parse(at)
  if (Number.isNaN(ms)) return ABSENT
  const zone = timeZone === SYDNEY ? '' : ` ${zoneLabelIn(timeZone, ms)}`
  const time = formatTime(at, timeZone) + zone
  const isSoon = ms - now < WEEK_MS
  return isSoon ? `${formatWeekday(at, timeZone)} ${time}` : `${formatDate(at, { timeZone, now })}, ${time}`
}

/** Dials a minute as the server counted them; null where none were made lately. */
export function paceText({ lastMinute }: Pick<Campaign, 'lastMinute'>): string | null {
  if (lastMinute === 0) return null
  return lastMinute >= 1_000 ? '1,000 or more calls a minute' : `${countOf(lastMinute, 'call')} a minute`
}
