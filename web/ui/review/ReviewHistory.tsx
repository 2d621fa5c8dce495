import type { ReactElement, ReactNode } from 'react'
import { StatusDot } from '../Badge.tsx'
import { RelativeTime } from '../RelativeTime.tsx'
import type { Tone } from '../tone.ts'

export interface ReviewStep {
  at: string
  actor: string
  look: { tone: Tone; label: string }
  /** Before the author: 'Version 2'. */
  about?: string | null
  /** A line of its own. */
  detail?: ReactNode
  reason: string | null
}

/** The append-only history, newest first. */
export function ReviewHistory({ steps }: { steps: readonly ReviewStep[] }): ReactElement {
  if (steps.length === 0) return <p className="text-ink-soft">Nothing has happened yet.</p>
  return (
    <ol className="flex flex-col gap-2.5">
      {steps.map(({ at, actor, look, about, detail, reason }, index) => (
        <li
          // biome-ignore lint/suspicious/noArrayIndexKey: two steps may share everything else; the list only grows in front
          key={`${at} ${look.label} ${steps.length - index}`}
        >
          <p className="flex flex-wrap items-baseline justify-between gap-x-3">
            <StatusDot {...look} />
            <span className="text-xs text-ink-soft">
              {about ? `${about} · ` : ''}
              {actor} · <RelativeTime when={at} />
            </span>
          </p>
          {detail && <p className="mt-0.5 pl-3.5 text-ink-soft">{detail}</p>}
          {reason && <p className="mt-0.5 pl-3.5 break-words whitespace-pre-wrap">{reason}</p>}
        </li>
      ))}
    </ol>
  )
}
