import { type ReactElement, useEffect, useRef } from 'react'
import type { SpokenLine } from '#contract/calls/transcript.ts'
import { formatDuration } from '#web/lib/format.ts'
import { Badge } from '#web/ui/Badge.tsx'
import { cx } from '#web/ui/cx.ts'
import { lineAt } from './waveform.ts'

interface TranscriptProps {
  lines: readonly SpokenLine[]
  callerName: string
  /** Seconds into the recording; null where it cannot be played. */
  position: number | null
  isPlaying: boolean
  onJump: (seconds: number) => void
}

/**
 * The whole transcript, as long as it is: highlights and follows the line being played; pressing a line jumps to it. The
 * player above stays in view while the panel scrolls.
 */
export function Transcript(props: TranscriptProps): ReactElement {
  const { lines, callerName, position, isPlaying, onJump } = props
  const list = useRef<HTMLOListElement>(null)
  const current = position === null || position === 0 ? -1 : lineAt(lines, position)
  useEffect(() => {
    const line = list.current?.children[current]
    if (!isPlaying || !line) return
    // follow playback only if the reader has not scrolled to another part
    const isFollowed = isInView(line) || isInView(line.previousElementSibling)
    if (isFollowed) line.scrollIntoView({ block: 'center', behavior: 'smooth' })
  }, [current, isPlaying])
  return (
    <ol ref={list} aria-label="Transcript">
      {lines.map((line, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: lines never change their place
        <li key={`${index}-${line.at}`} aria-current={index === current ? 'true' : undefined}>
          <Line
            line={line}
            name={line.speaker === 'agent' ? 'AI agent' : callerName}
            isCurrent={index === current}
            onJump={position === null ? null : onJump}
          />
        </li>
      ))}
    </ol>
  )
}

function isInView(element: Element | null): boolean {
  if (!element) return false
  const { top, bottom } = element.getBoundingClientRect()
  return bottom > 0 && top < window.innerHeight
}

const confirmations = {
  confirmed: { label: 'Confirmed', tone: 'green' },
  refused: { label: 'Refused', tone: 'grey' },
  unanswered: { label: 'Not answered', tone: 'amber' },
} as const

/** How the words were understood, and the words that decided it. */
function Reading({ understood }: { understood: NonNullable<SpokenLine['understood']> }): ReactElement {
  const { meaning, evidence } = understood
  const [decisive] = evidence
  return (
    <span className="block text-xs break-words text-ink-soft">
      Understood: {meaning}
      {decisive && ` · “${decisive.words}” · rule ${decisive.rule}`}
    </span>
  )
}

interface LineProps {
  line: SpokenLine
  name: string
  isCurrent: boolean
  onJump: ((seconds: number) => void) | null
}

function Line({ line, name, isCurrent, onJump }: LineProps): ReactElement {
  const classes = cx(
    'grid w-full grid-cols-[2.5rem_1fr] gap-x-2 rounded-md px-2 py-1.5 text-left -outline-offset-2',
    isCurrent && 'bg-selected',
  )
  const content = (
    <>
      <span className="tabular pt-px text-xs text-ink-soft">{formatDuration(line.at)}</span>
      <span className="min-w-0">
        <span
          className={cx(
            'mr-1.5 text-xs font-medium',
            line.speaker === 'agent' ? 'text-link' : 'text-blue-ink',
          )}
        >
          {name}
        </span>
        <span className="break-words">{line.text}</span>
        {line.understood && <Reading understood={line.understood} />}
        {line.confirmation && (
          <span className="mt-0.5 block">
            <Badge tone={confirmations[line.confirmation].tone}>
              {confirmations[line.confirmation].label}
            </Badge>
          </span>
        )}
      </span>
    </>
  )
  if (!onJump) return <div className={classes}>{content}</div>
  return (
    <button type="button" className={cx(classes, 'hover:bg-hover')} onClick={() => onJump(line.at)}>
      {content}
    </button>
  )
}
