import { ChevronLeft, ChevronRight, CircleStop, LoaderCircle, Volume2 } from 'lucide-react'
import type { ReactElement, ReactNode } from 'react'
import { smsLengthText } from '#contract/messages/sms-length.ts'
import { messageOf } from '#web/api/api-error.ts'
import { countOf, formatDuration, formatNumber } from '#web/lib/format.ts'
import { PHONE, useMediaQuery } from '#web/lib/use-media-query.ts'
import { Button } from '#web/ui/Button.tsx'
import { Panel } from '#web/ui/Card.tsx'
import { cx } from '#web/ui/cx.ts'
import { IconButton } from '#web/ui/IconButton.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { type ReadingEase, readingEase } from './reading-ease.ts'
import type { Preview, ScriptPreviewState } from './use-script-preview.ts'
import { useSpokenPreview } from './use-spoken-preview.ts'

/** The longest call that is not cut off. */
const MAX_CALL_SECONDS = 600

const TITLE = 'What brokers hear'

interface ScriptPreviewProps {
  preview: ScriptPreviewState
  /** Open on a phone, where it stands between the fields and the buttons. */
  isOpen: boolean
}

/** The script with the details of a broker, as text and as speech; folded on a phone, unless the script is edited. */
export function ScriptPreview({ preview, isOpen }: ScriptPreviewProps): ReactElement {
  const isPhone = useMediaQuery(PHONE)
  if (!isPhone) {
    return (
      <Panel title={TITLE}>
        <PreviewedScript preview={preview} />
      </Panel>
    )
  }
  return (
    <section aria-label={TITLE} className="rounded-lg border border-line bg-surface">
      <details key={String(isOpen)} open={isOpen}>
        <summary className="px-4 py-3">
          <h2 className="text-sm font-semibold">{TITLE}</h2>
        </summary>
        <div className="border-t border-line p-4">
          <PreviewedScript preview={preview} />
        </div>
      </details>
    </section>
  )
}

function PreviewedScript({ preview }: { preview: ScriptPreviewState }): ReactElement {
  const { query, draft, move } = preview
  const spoken = useSpokenPreview(draft)
  const { data, error } = query
  return (
    <div className="flex flex-col gap-3" aria-busy={query.isFetching}>
      {!draft ? (
        <Problem>The script cannot be previewed: see the note below its field.</Problem>
      ) : error ? (
        <Problem>{messageOf(error, 'The preview could not be loaded')}</Problem>
      ) : null}
      {data ? (
        <>
          <div className="flex flex-wrap items-center justify-end gap-2">
            <Listener broker={data.broker} onMove={move} />
            <Button
              size="sm"
              icon={
                spoken.state === 'idle' ? Volume2 : spoken.state === 'loading' ? LoaderCircle : CircleStop
              }
              className={spoken.state === 'loading' ? '[&>svg]:animate-spin' : ''}
              disabledReason={draft ? null : 'The script cannot be read out as it is.'}
              onClick={spoken.toggle}
            >
              {spoken.state === 'idle' ? 'Listen' : 'Stop'}
            </Button>
          </div>
          <Spoken data={data} isStale={query.isPlaceholderData || !draft} />
          {(spoken.duration > 0 || data.body) && (
            <p className="tabular text-xs text-ink-soft">
              {spoken.duration > 0
                ? `${formatDuration(spoken.position)} / ${formatDuration(spoken.duration)}`
                : `About ${formatDuration(data.seconds)} when read out in full`}
            </p>
          )}
          {data.body && <Judgement data={data} ease={readingEase(data.body)} />}
        </>
      ) : error || !draft ? null : (
        <Skeleton className="h-64" />
      )}
    </div>
  )
}

function Problem({ children }: { children: ReactNode }): ReactElement {
  return (
    <p role="status" className="rounded-lg bg-amber-soft px-3 py-2 text-xs text-amber-ink">
      {children}
    </p>
  )
}

function Listener({
  broker,
  onMove,
}: {
  broker: Preview['broker']
  onMove: (direction: 'next' | 'previous') => void
}): ReactElement {
  if (!broker) return <Problem>Nobody is in this audience now: the script shows no broker’s details.</Problem>
  return (
    <div className="flex min-w-0 flex-1 items-center gap-1">
      <p className="min-w-0 flex-1 leading-tight" aria-live="polite">
        <span className="block truncate font-medium" title={broker.name}>
          {broker.name}
        </span>
        <span className="block truncate text-xs text-ink-soft">
          {[broker.company ?? 'No company', broker.region].filter(Boolean).join(' · ')}
        </span>
      </p>
      <IconButton icon={ChevronLeft} label="Previous broker" onClick={() => onMove('previous')} />
      <IconButton icon={ChevronRight} label="Next broker" onClick={() => onMove('next')} />
    </div>
  )
}

function Spoken({ data, isStale }: { data: Preview; isStale: boolean }): ReactElement {
  return (
    // grows with the script; the height of a short one is reserved, so that little moves while the user types
    <section
      aria-label="Script with this broker’s details"
      className={cx(
        'flex min-h-99 flex-col gap-2.5 rounded-lg border border-line-strong/35 bg-sunken px-3 py-2.5 transition-opacity max-md:min-h-0',
        isStale && 'opacity-60',
      )}
    >
      <Passage label="Greeting, always said first">{data.greeting}</Passage>
      <Passage label="Your script" isEmpty={!data.body}>
        {data.body || 'Nothing yet: write the call script and it appears here.'}
      </Passage>
      <Passage label="Menu">{data.menu.join(' ')}</Passage>
      <Passage label="SMS that option 1 sends">{data.sms}</Passage>
    </section>
  )
}

function Passage({
  label,
  isEmpty = false,
  children,
}: {
  label: string
  /** A remark in place of what is said. */
  isEmpty?: boolean
  children: ReactNode
}): ReactElement {
  return (
    <div>
      <p className="text-xs text-ink-soft">{label}</p>
      <p className={cx('break-words whitespace-pre-line', isEmpty && 'text-ink-soft')}>{children}</p>
    </div>
  )
}

function Judgement({ data, ease }: { data: Preview; ease: ReadingEase | null }): ReactElement {
  const { withoutCompany, withoutRate, seconds } = data
  const many = withoutCompany !== null && withoutCompany.brokers >= withoutCompany.counted
  return (
    <div className="flex flex-col gap-2">
      <dl className="grid grid-cols-[auto_1fr] gap-x-3 gap-y-1 text-xs">
        <dt className="text-ink-soft">Reading ease</dt>
        <dd>{ease ? `${ease.score} of 100 · ${ease.verdict}` : 'Too short to tell'}</dd>
        <dt className="text-ink-soft">Option 1 SMS</dt>
        <dd>{smsLengthText(data.sms)}</dd>
      </dl>
      {ease?.advice && <Problem>{ease.advice}</Problem>}
      {seconds > MAX_CALL_SECONDS && (
        <Problem>A call ends after 10 minutes: the rest of this script would not be heard.</Problem>
      )}
      {withoutRate && (
        <Problem>
          {'The script says {{rate}}, and no rate is set: brokers would hear “our current rate”.'}
        </Problem>
      )}
      {withoutCompany !== null && withoutCompany.brokers > 0 && (
        <Problem>
          {many
            ? `${formatNumber(withoutCompany.counted)} or more brokers`
            : countOf(withoutCompany.brokers, 'broker')}{' '}
          of this audience {withoutCompany.brokers === 1 ? 'has' : 'have'} no company on record and would hear
          “your business”.
        </Problem>
      )}
    </div>
  )
}
