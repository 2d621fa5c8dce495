// Arranges the counts of a month as the sections of the compliance report.

import { skipReasonLabels } from '#contract/campaigns/dialling.ts'
import type { Totals } from '#contract/dashboard/analytics.ts'
import type { ReportLine, ReportSection } from '#contract/surveillance/compliance-report.ts'
import { type Register, registers, registerTerms } from '#contract/surveillance/registers.ts'

export interface Handling {
  count: number
  /** Seconds; null without any. */
  median: number | null
  longest: number | null
}

export interface Complaints {
  received: number
  /** Of them: within 24 hours. */
  acknowledged: number
  /** Of them: answered by now. */
  answered: number
  upheld: number
  /** Open, or answered, after the last day. */
  late: number
  /** Seconds from the receipt to the answer. */
  median: number | null
}

export interface Contests {
  made: number
  answered: number
  changed: number
  late: number
  /** Seconds from the contest to the answer. */
  median: number | null
}

export interface MonthCounts {
  totals: Totals
  recordingsRefused: number
  /** Brokers by the code of the reason for which a dial was refused. */
  refusals: Readonly<Record<string, number>>
  /** By source: a key, speech or SMS. */
  optOuts: Readonly<Record<'key' | 'voice' | 'sms_stop', number>>
  optOutHandling: Handling
  unclear: Handling
  addedByHand: number
  optOutsEnded: number
  complaints: Complaints
  contests: Contests
  /** Files that were imported. */
  snapshots: Readonly<Partial<Record<Register, number>>>
  checks: number
  checksFlagged: number
  checksFailed: number
  suspended: number
  cleared: number
  proposed: number
  suspendedAtEnd: number | null
  documentsViewed: number
  documentsDownloaded: number
  applicationFiles: number
  recordingsPlayed: number
  personsExported: number
}

const counted = (label: string, value: number): ReportLine => ({ label, value, unit: 'count' })
const percent = (label: string, value: number | null): ReportLine => ({ label, value, unit: 'percent' })
const seconds = (label: string, value: number | null): ReportLine => ({ label, value, unit: 'seconds' })

const labels: Readonly<Record<string, string>> = {
  ...skipReasonLabels,
  already_reached: 'Answered a call of the campaign before',
  called_today: 'Called today already',
  retry: 'Next dial due on another day',
  better_hour: 'Waits for a better hour',
  too_late: 'Requested time has passed',
}

export const refusalLabel = (code: string): string => labels[code] ?? code.replaceAll('_', ' ')

export function reportSections(counts: MonthCounts): ReportSection[] {
  const { totals } = counts
  return [
    {
      title: 'Calls',
      about: 'Dials of campaigns by the day in Sydney, without test calls, as on Analytics.',
      lines: [
        counted('Calls', totals.calls),
        counted('Answered by a person', totals.reached),
        counted('Responses', totals.responses),
        percent('Response rate', totals.responseRate),
        counted('Calls in which the recording was refused', counts.recordingsRefused),
      ],
    },
    {
      title: 'Refused dials',
      about:
        'Brokers whom a decision before a dial refused or deferred, each once for a reason and campaign.',
      lines: Object.entries(counts.refusals)
        .toSorted(([a, some], [b, others]) => others - some || (a < b ? -1 : 1))
        .map(([code, brokers]) => counted(refusalLabel(code), brokers)),
    },
    {
      title: 'Opt-outs',
      about:
        'Numbers suppressed at the person’s request. Handling time runs from the end of the call, or the arrival of the SMS, until the number is suppressed.',
      lines: [
        counted('By key in a call', counts.optOuts.key),
        counted('By voice in a call', counts.optOuts.voice),
        counted('By SMS', counts.optOuts.sms_stop),
        seconds('Handling time, median', counts.optOutHandling.median),
        seconds('Handling time, longest', counts.optOutHandling.longest),
        counted('Held as possible opt-outs', counts.unclear.count),
        seconds('Time until a person decided, median', counts.unclear.median),
        seconds('Time until a person decided, longest', counts.unclear.longest),
        counted('Suppressed by hand', counts.addedByHand),
        counted('Suppressions ended', counts.optOutsEnded),
      ],
    },
    {
      title: 'Complaints',
      about: 'Complaints about calls that were received in the month, and what became of them until now.',
      lines: [
        counted('Complaints', counts.complaints.received),
        counted('Acknowledged within 24 hours', counts.complaints.acknowledged),
        counted('Complaints answered', counts.complaints.answered),
        counted('Upheld or partly upheld', counts.complaints.upheld),
        counted('Not answered within 30 days', counts.complaints.late),
        seconds('Time until the answer, median', counts.complaints.median),
      ],
    },
    {
      title: 'Contested decisions',
      about:
        'Contests of automated decisions that were made in the month, appeals against scores included, and what became of them until now.',
      lines: [
        counted('Contests', counts.contests.made),
        counted('Contests answered', counts.contests.answered),
        counted('Decisions changed', counts.contests.changed),
        counted('Not answered in time', counts.contests.late),
        seconds('Time until the reasons, median', counts.contests.median),
      ],
    },
    {
      title: 'Register checks',
      about: 'Checks of brokers in ASIC’s registers and in the news, and register files imported.',
      lines: [
        counted('Checks', counts.checks),
        counted('Checks that flagged a broker', counts.checksFlagged),
        counted('Checks that failed', counts.checksFailed),
        ...registers.map((register) =>
          counted(`Files imported: ${registerTerms[register].label}`, counts.snapshots[register] ?? 0),
        ),
      ],
    },
    {
      title: 'Suspensions',
      about: 'Decisions by people about flagged brokers.',
      lines: [
        counted('Brokers suspended', counts.suspended),
        counted('Suspensions proposed', counts.proposed),
        counted('Brokers cleared', counts.cleared),
        { label: 'Suspended at the end of the month', value: counts.suspendedAtEnd, unit: 'count' },
      ],
    },
    {
      title: 'Access to personal files',
      about: 'Reads of documents, application files and recordings in the audit log.',
      lines: [
        counted('Documents viewed', counts.documentsViewed),
        counted('Documents downloaded', counts.documentsDownloaded),
        counted('Application files read', counts.applicationFiles),
        counted('Recordings played', counts.recordingsPlayed),
        counted('Exports of all data about a person', counts.personsExported),
      ],
    },
  ]
}
