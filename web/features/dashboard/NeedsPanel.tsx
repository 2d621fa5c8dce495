import { OctagonAlert } from 'lucide-react'
import { type ReactElement, type ReactNode, useCallback } from 'react'
import { liveness } from '#contract/liveness.ts'
import { dashboardNeeds } from '#contract/needs.ts'
import { messageOf } from '#web/api/api-error.ts'
import { useRead } from '#web/api/use-read.ts'
import { resumeText } from '#web/features/campaigns/campaign-state.ts'
import { useCallingNow } from '#web/features/campaigns/use-calling-clock.ts'
import { formatNumber } from '#web/lib/format.ts'
import { Button, ButtonLink } from '#web/ui/Button.tsx'
import { Panel } from '#web/ui/Card.tsx'
import { cx } from '#web/ui/cx.ts'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { type NeedWords, needWords } from './need-words.ts'

/** Time alone makes meetings due and tasks overdue. */
const LOOK_EVERY_MS = 60_000
const SYDNEY = 'Australia/Sydney'

/** What a person has to do, the most urgent first, each with its action. Its height is fixed, so that nothing below moves. */
export function NeedsPanel(): ReactElement {
  const { data, error, refetch } = useRead(dashboardNeeds, {}, { refetchInterval: LOOK_EVERY_MS })
  const now = useCallingNow()
  const resumes = useCallback((at: string) => resumeText(at, SYDNEY, now), [now])
  const standing = useRead(liveness).data?.standstills ?? []
  const lines: NeedWords[] = [
    ...standing.map(({ text }) => ({
      ...{ icon: OctagonAlert, count: null, text, detail: null, isUrgent: true },
      action: { label: 'Look', to: '/settings?tab=services' },
    })),
    ...(data ?? []).map((need) => needWords(need, resumes)),
  ]
  const count = lines.length
  return (
    <Panel
      title="Needs you"
      flush
      actions={count > 0 && <span className="tabular text-xs text-ink-soft">{formatNumber(count)}</span>}
    >
      <div className="relative h-31 overflow-y-auto overscroll-contain max-md:h-46">
        {data && count > 0 && (
          <ul className="md:grid md:grid-cols-2">
            {lines.map((words, place) => (
              // a place stays where it is, whatever comes before
              // biome-ignore lint/suspicious/noArrayIndexKey: see above
              <Line key={place} words={words} />
            ))}
          </ul>
        )}
        {data && count === 0 && <Centred>Nothing needs you right now.</Centred>}
        {!data && error && (
          <Centred>
            <span role="alert">{messageOf(error, 'What needs you could not be loaded.')}</span>
            <Button size="sm" onClick={() => void refetch()}>
              Try again
            </Button>
          </Centred>
        )}
        {!data && !error && (
          <div aria-hidden className="grid gap-5 px-4 py-4 md:grid-cols-2">
            {['a', 'b', 'c', 'd'].map((line) => (
              <Skeleton key={line} className="h-4 w-2/3" />
            ))}
          </div>
        )}
      </div>
    </Panel>
  )
}

function Centred({ children }: { children: ReactNode }): ReactElement {
  return (
    <p className="flex h-full flex-wrap items-center justify-center gap-3 px-4 text-center text-ink-soft">
      {children}
    </p>
  )
}

function Line({
  words: { icon: Icon, count, text, detail, action, isUrgent },
}: {
  words: NeedWords
}): ReactElement {
  return (
    <li className="flex h-10.25 min-w-0 items-center gap-3 border-b border-line px-4 max-md:h-11.5 md:odd:border-r">
      <Icon
        aria-hidden
        strokeWidth={1.75}
        className={cx('size-4 shrink-0', isUrgent ? 'text-red-ink' : 'text-ink-faint')}
      />
      <p className="min-w-0 flex-1 truncate" title={[text, detail].filter(Boolean).join(' · ')}>
        {count && <span className="tabular font-semibold">{count} </span>}
        <span className={count ? undefined : 'font-medium'}>{text}</span>
        {detail && (
          <span className={cx('text-xs', isUrgent ? 'text-red-ink' : 'text-ink-soft')}> · {detail}</span>
        )}
      </p>
      <ButtonLink size="sm" to={action.to}>
        {action.label}
        <span className="sr-only">: {text}</span>
      </ButtonLink>
    </li>
  )
}
