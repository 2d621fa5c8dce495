import { z } from 'zod'
import { endpoint } from '#contract/endpoint.ts'
import type { analyticsHours, BreakdownRow, Totals } from './analytics.ts'

const tag = 'Analytics'

const subscription = z.object({
  /** Last week's figures by email, on Mondays. */
  weekly: z.boolean(),
})

export const getReportSubscription = endpoint('GET /api/reports/subscription', {
  tag,
  summary: 'Whether you get last week’s figures by email every Monday',
  access: 'own_reports.write',
  returns: subscription,
})

export const setReportSubscription = endpoint('PUT /api/reports/subscription', {
  tag,
  summary: 'Turns your Monday email with last week’s figures on or off',
  access: 'own_reports.write',
  body: subscription,
  returns: subscription,
})

const tokenParams = z.object({ token: z.string().max(500) })

export const unsubscribePage = endpoint('GET /reports/unsubscribe/:token', {
  tag,
  summary:
    'The page that asks whether to stop the Monday email; it changes nothing, as mail scanners open links',
  access: 'public',
  params: tokenParams,
  kind: 'file',
})

/** One-click unsubscribe of a mail program posts its own form (RFC 8058), whose content is not read. */
const UNSUBSCRIBE_BYTES = 4096

export const unsubscribe = endpoint('POST /reports/unsubscribe/:token', {
  tag,
  summary:
    'Stops the Monday email of the person whose link this is: from the page, or by a mail program’s one click',
  access: 'public',
  params: tokenParams,
  kind: 'file',
  raw: { bytes: UNSUBSCRIBE_BYTES },
  limit: { requests: 60, minutes: 10 },
})

/** The figures of a week that the mail compares. */
export type WeekFigures = Pick<
  Totals,
  'calls' | 'reached' | 'responseRate' | 'meetings' | 'applications' | 'cost'
>

type Hours = z.infer<typeof analyticsHours.returns>

/** The content of the Monday mail, the same for every recipient. */
export interface WeeklyReport {
  /** e.g. 'Mon 16 to Sun 22 Nov 2026'. */
  week: string
  current: WeekFigures
  /** Of the week before. */
  previous: WeekFigures
  /** Those with the most calls. */
  campaigns: readonly Pick<BreakdownRow, 'label' | 'calls' | 'share' | 'difference'>[]
  moreCampaigns: number
  hours: Pick<Hours, 'best' | 'overall'>
  /** Events that may explain a change, the newest first. */
  changes: readonly { day: string; text: string }[]
  moreChanges: number
  tasks: readonly { what: string; open: number; overdue: number }[]
  /** Analytics with exactly these days. */
  url: string
  tasksUrl: string
}

/** The page behind a link of the Monday email. */
export interface UnsubscribeFacts {
  /** `asks`: they get the Monday email, and the page offers to stop it. */
  state: 'asks' | 'stopped'
  /** Where it is switched on again, once signed in. */
  analyticsUrl: string
}
