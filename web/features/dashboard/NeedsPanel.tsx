import { type ReactElement, type ReactNode, useEffect, useState } from 'react'
import { messageOf } from '#web/api/api-error.ts'
import { countOf } from '#web/lib/format.ts'
import { PHONE, useMediaQuery } from '#web/lib/use-media-query.ts'
import { Button, ButtonLink } from '#web/ui/Button.tsx'
import { Panel } from '#web/ui/Card.tsx'
import { cx } from '#web/ui/cx.ts'
import { expectedRows, noteRows } from '#web/ui/expected-rows.ts'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import type { NeedWords } from './need-words.ts'
import type { Needs } from './use-needs.ts'

const NAME = 'needs'
/** The height of a line, as `Line` has it, in rem. */
const DESK = { columns: 2, line: 2.5625, mostRows: 3 }
const HAND = { columns: 1, line: 2.875, mostRows: 5 }

/**
 * Open items for the user, the most urgent first, each with its action. While loading, its height is that of the last
 * visit; it never shrinks while it is open, so that the content below moves as little as possible.
 */
export function NeedsPanel({ needs: { lines, error, retry, isLoading } }: { needs: Needs }): ReactElement {
  const [most, setMost] = useState(1)
  const { columns, line, mostRows } = useMediaQuery(PHONE) ? HAND : DESK
  const count = lines?.length ?? 0
  const isKnown = lines !== undefined && !isLoading
  if (isKnown && count > most) setMost(count)
  useEffect(() => {
    if (isKnown) noteRows(NAME, count)
  }, [isKnown, count])
  const places = lines ? Math.max(most, count) : error ? 1 : expectedRows(NAME)
  const minHeight = `${Math.min(mostRows, Math.ceil(places / columns)) * line}rem`
  return (
    <Panel
      title="Needs you"
      flush
      // not the number of tasks, which the navigation shows
      actions={
        count > 0 && (
          <span className="tabular text-xs text-ink-soft">{`${countOf(count, 'kind')} of work`}</span>
        )
      }
    >
      <div
        className="relative flex flex-col overflow-y-auto overscroll-contain"
        style={{ minHeight, maxHeight: error ? undefined : `${mostRows * line}rem` }}
      >
        {lines && count > 0 && (
          <ul className="md:grid md:grid-cols-2">
            {lines.map((words, place) => (
              // keyed by place: a place keeps its position when its line changes
              // biome-ignore lint/suspicious/noArrayIndexKey: see above
              <Line key={place} words={words} />
            ))}
          </ul>
        )}
        {lines && count === 0 && <Centred>Nothing needs you right now.</Centred>}
        {!lines && error && (
          <Centred>
            <span role="alert">{messageOf(error, 'What needs you could not be loaded.')}</span>
            <Button size="sm" onClick={retry}>
              Try again
            </Button>
          </Centred>
        )}
        {!lines && !error && (
          <div aria-hidden className="grid gap-5 px-4 py-3 md:grid-cols-2">
            {['a', 'b', 'c', 'd'].slice(0, places).map((each) => (
              <Skeleton key={each} className="h-4 w-2/3" />
            ))}
          </div>
        )}
      </div>
    </Panel>
  )
}

function Centred({ children }: { children: ReactNode }): ReactElement {
  return (
    <p className="flex flex-1 flex-wrap items-center justify-center gap-3 px-4 text-center text-ink-soft">
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
    <li className="flex h-10.25 min-w-0 items-center gap-3 border-t border-line px-4 first:border-t-0 max-md:h-11.5 md:odd:border-r md:nth-2:border-t-0">
      <Icon
        aria-hidden
        strokeWidth={1.75}
        className={cx('size-4 shrink-0', isUrgent ? 'text-red-ink' : 'text-ink-faint')}
      />
      <p
        className="min-w-0 flex-1 truncate max-md:leading-4"
        title={[text, detail].filter(Boolean).join(' · ')}
      >
        {count && <span className="tabular font-semibold">{count} </span>}
        <span className={count ? undefined : 'font-medium'}>{text}</span>
        {detail && (
          <span
            className={cx(
              'text-xs max-md:block max-md:truncate',
              isUrgent ? 'text-red-ink' : 'text-ink-soft',
            )}
          >
            <span aria-hidden className="max-md:hidden">
              {' · '}
            </span>
            {detail}
          </span>
        )}
      </p>
      <ButtonLink size="sm" to={action.to}>
        {action.label}
        <span className="sr-only">: {text}</span>
      </ButtonLink>
    </li>
  )
}
