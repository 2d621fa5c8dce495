// Decides the texts and addresses of notifications.

import type { Notification } from '#contract/messages/notifications.ts'
import { numberText } from '#contract/number-text.ts'
import { cutText } from '#contract/plain-text.ts'
import { jobText } from '#contract/system/job-labels.ts'
import { type TaskKind, taskTerms } from '#contract/tasks/task-kinds.ts'

const DETAIL = 200

/** A row of one of the sources. */
export type Source = { id: number; at: Date; read: boolean } & (
  | { source: 'task'; task: TaskKind; who: string | null; details: string }
  | { source: 'activity'; brokerId: number; broker: string; text: string }
  | {
      source: 'run'
      run: string
      state: 'done' | 'undone' | 'failed' | 'cancelled'
      done: number
      total: number
      error: string | null
      importId: number | null
    }
  | { source: 'job'; job: string; error: string | null }
  | { source: 'campaign'; campaign: string; reason: string }
)

const runStates = {
  done: 'finished',
  undone: 'undone',
  failed: 'stopped with an error',
  cancelled: 'cancelled',
}

const screensOfRuns: Record<string, string> = {
  'brokers.run-bulk-change': '/brokers',
  'documents.vault-run': '/settings?tab=services',
  'scoring.calculate': '/scoring',
  'surveillance.run-checks': '/surveillance',
}

export function toNotification(row: Source): Notification {
  const common = { key: `${row.source}:${row.id}`, at: row.at.toISOString(), read: row.read }
  const short = (text: string | null): string | null => text && cutText(text, DETAIL, '…')
  switch (row.source) {
    case 'task':
      return {
        ...{ ...common, kind: 'need', path: `/tasks?state=all&assignee=anyone&task=${row.id}` },
        title: [taskTerms[row.task].label, row.who].filter(Boolean).join(': '),
        detail: short(row.details),
      }
    case 'activity':
      return {
        ...{ ...common, kind: 'mention', path: `/brokers/${row.brokerId}` },
        title: `You were mentioned: ${row.broker}`,
        detail: short(row.text),
      }
    case 'run':
      return {
        ...{ ...common, kind: row.state === 'failed' ? 'failure' : 'finished' },
        title: `${jobText(row.run)}: ${runStates[row.state]}`,
        detail: short(row.error) ?? `${numberText(row.done)} of ${numberText(row.total)} done`,
        path:
          row.importId === null
            ? (screensOfRuns[row.run] ?? '/dashboard')
            : `/brokers/import?import=${row.importId}`,
      }
    case 'job':
      return {
        ...{ ...common, kind: 'failure', path: '/settings?tab=system&part=jobs' },
        title: `${jobText(row.job)}: gave up`,
        detail: short(row.error),
      }
    case 'campaign':
      return {
        ...{ ...common, kind: 'failure', path: `/campaigns/${row.id}` },
        title: `${row.campaign} paused itself`,
        detail: short(row.reason),
      }
  }
}
