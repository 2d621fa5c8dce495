import { OctagonAlert } from 'lucide-react'
import { liveness } from '#contract/system/liveness.ts'
import { dashboardNeeds } from '#contract/tasks/needs.ts'
import { useRead } from '#web/api/use-read.ts'
import { useNow } from '#web/lib/use-now.ts'
import { type NeedWords, needWords } from './need-words.ts'

/** Poll interval in milliseconds: meetings become due and tasks overdue by time alone. */
const LOOK_EVERY_MS = 60_000

const untilNextLook = (): number => LOOK_EVERY_MS

export interface Needs {
  /** The most urgent first; undefined until loaded. */
  lines: NeedWords[] | undefined
  isLoading: boolean
  error: Error | null
  retry: () => void
}

/** Open items for the user, as texts. */
export function useNeeds(): Needs {
  const { data, error, isPending, refetch } = useRead(dashboardNeeds, {}, { refetchInterval: LOOK_EVERY_MS })
  const now = useNow(untilNextLook)
  const live = useRead(liveness)
  const standing = (live.data?.standstills ?? []).map(({ text }) => ({
    ...{ icon: OctagonAlert, count: null, text, detail: null, isUrgent: true },
    action: { label: 'Review', to: '/settings?tab=services' },
  }))
  return {
    lines: data && [...standing, ...data.map((need) => needWords(need, now))],
    isLoading: isPending || live.isPending,
    error,
    retry: () => void refetch(),
  }
}
