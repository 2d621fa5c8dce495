import {
  Archive,
  CalendarCheck,
  FileCheck2,
  FileSearch,
  Landmark,
  ListTodo,
  type LucideIcon,
  Megaphone,
  MessageSquare,
  PhoneOff,
  Scale,
  ServerCrash,
  Settings,
  ShieldAlert,
  Wallet,
} from 'lucide-react'
import { MOST_NEEDS, type Need } from '#contract/tasks/needs.ts'
import { taskTerms } from '#contract/tasks/task-kinds.ts'
import { countOf, formatNumber } from '#web/lib/format.ts'
import { pathTo } from '#web/routes/path-to.ts'
import { settingsPart } from '#web/routes/paths.ts'

export interface NeedWords {
  icon: LucideIcon
  /** '3', or '99+' at the limit of counting; null where the text names a single item. */
  count: string | null
  text: string
  /** Further words, quieter. */
  detail: string | null
  action: { label: string; to: string }
  /** It has stopped, or waited too long. */
  isUrgent: boolean
}

type Worded = Pick<NeedWords, 'icon' | 'text' | 'action'> & { detail?: string | null; named?: boolean }

/** @param now in milliseconds */
export function needWords(need: Need, now: number): NeedWords {
  const { count, overdue, lateSince } = need
  const { named = false, detail = null, ...words } = wordsOf(need)
  const since = lateSince ? forText(now - Date.parse(lateSince)) : ''
  const late = overdue > 0 ? `${overdue < count ? `${capped(overdue)} ` : ''}overdue${since}` : null
  const isLate = overdue > 0 && !alwaysLate.includes(need.kind)
  return {
    ...words,
    count: named ? null : capped(count),
    detail: [detail, isLate && late].filter(Boolean).join(', ') || null,
    isUrgent: overdue > 0 || stopped.includes(need.kind),
  }
}

const stopped: readonly Need['kind'][] = ['calls_held', 'backup', 'campaign_paused']

/** Their text already contains it. */
const alwaysLate: readonly Need['kind'][] = ['registers', 'failed_jobs', 'sealed_rows']

const HOUR_MS = 3_600_000

/** ' for 3 hours', ' for 2 days'; empty under an hour. */
function forText(ms: number): string {
  const hours = Math.floor(ms / HOUR_MS)
  if (hours < 1) return ''
  return ` for ${hours < 48 ? countOf(hours, 'hour') : countOf(Math.floor(hours / 24), 'day')}`
}

const capped = (count: number): string => (count >= MOST_NEEDS ? `${MOST_NEEDS - 1}+` : formatNumber(count))

function wordsOf({ kind, count, task, campaign, detail }: Need): Worded {
  const many = (one: string, more: string): string => (count === 1 ? one : more)
  const page = campaign ? pathTo.campaign(campaign.id) : '/campaigns'
  switch (kind) {
    case 'calls_held':
      return {
        ...{ icon: PhoneOff, named: true, text: 'Calls are paused after a restore', detail },
        action: { label: 'Review', to: settingsPart.backups },
      }
    case 'backup':
      return {
        ...{ icon: Archive, named: true, text: 'Look at the backups', detail },
        action: { label: 'Review', to: settingsPart.backups },
      }
    case 'campaign_paused':
      return {
        ...{ icon: Megaphone, named: true, text: `${campaign?.name ?? 'A campaign'} paused itself` },
        detail: detail?.split(' (')[0] ?? null,
        action: { label: 'Review', to: page },
      }
    case 'campaign_budget':
      return {
        ...{ icon: Wallet, named: true, text: `${campaign?.name ?? 'A campaign'} nears its budget`, detail },
        action: { label: 'Look', to: page },
      }
    case 'organisation':
      return {
        ...{ icon: Settings, named: true, text: 'Live calls can’t start yet' },
        detail: detail && `${detail} missing`,
        action: { label: 'Review', to: settingsPart.organisation },
      }
    case 'calling_rules':
      return {
        ...{ icon: Scale, named: true, text: 'Calling rules need a successor', detail },
        action: { label: 'Review', to: '/surveillance/rules' },
      }
    case 'task': {
      const [one, more] = task ? taskTerms[task].counted : (['task', 'tasks'] as const)
      return {
        ...{ icon: ListTodo, text: many(one, more) },
        action: { label: 'Review', to: task ? `/tasks?kind=${task}&assignee=anyone` : '/tasks' },
      }
    }
    case 'meetings_unmarked':
      return {
        ...{
          icon: CalendarCheck,
          text: many('meeting to mark: was it held?', 'meetings to mark: were they held?'),
        },
        action: { label: 'Review', to: '/bookings?period=past&status=booked' },
      }
    case 'applications':
      return {
        ...{ icon: FileCheck2, text: many('application waiting', 'applications waiting') },
        action: { label: 'Review', to: '/brokers/applications' },
      }
    case 'documents':
      return {
        ...{ icon: FileSearch, text: many('document to review', 'documents to review') },
        action: { label: 'Review', to: '/brokers/documents' },
      }
    case 'registers':
      return {
        ...{ icon: Landmark, text: many('ASIC register out of date', 'ASIC registers out of date') },
        action: { label: 'Review', to: '/surveillance' },
      }
    case 'failed_jobs':
      return {
        ...{ icon: ServerCrash, text: many('background job failed', 'background jobs failed') },
        action: { label: 'Review', to: settingsPart.jobs },
      }
    case 'sealed_rows':
      return {
        ...{ icon: ShieldAlert, text: many('sealed row differs', 'sealed rows differ') },
        action: { label: 'Review', to: '/surveillance' },
      }
    case 'sms_held':
      return {
        ...{
          icon: MessageSquare,
          text: many('text message held: no SMS service', 'text messages held: no SMS service'),
        },
        action: { label: 'Review', to: settingsPart.messages },
      }
  }
}
