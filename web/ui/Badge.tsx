import type { LucideIcon } from 'lucide-react'
import type { ReactElement, ReactNode } from 'react'
import { cx } from './cx.ts'
import { dotClass, softClass, type Tone } from './tone.ts'

interface BadgeProps {
  tone?: Tone
  icon?: LucideIcon
  children: ReactNode
}

/** A state in one or two words. */
export function Badge({ tone = 'grey', icon: Icon, children }: BadgeProps): ReactElement {
  return (
    <span
      className={cx(
        'inline-flex h-5 max-w-full items-center gap-1 rounded-full px-2 text-xs font-medium whitespace-nowrap',
        softClass[tone],
      )}
    >
      {Icon && <Icon aria-hidden className="size-3" strokeWidth={2} />}
      {children}
    </span>
  )
}

interface StatusDotProps {
  tone: Tone
  /** The state in words; colour is never the only sign. */
  label: string
  /** Hides the label visually when it is already shown next to the dot; screen readers still get it. */
  hideLabel?: boolean
  /** Something is in progress: a still halo, as anything that moves keeps the page busy. */
  active?: boolean
  /** May wrap in narrow places. */
  wrap?: boolean
}

/**
 * Place of a dot before its text: with `items-baseline` both keep the baseline of the row, which a centred dot moves by a
 * pixel, and the dot is centred on the lower-case letters.
 */
export const dotPlace = 'relative -top-px size-2 shrink-0'

/** A coloured dot with a label. */
export function StatusDot({ tone, label, hideLabel, active, wrap }: StatusDotProps): ReactElement {
  return (
    <span className={cx('inline-flex items-baseline gap-1.5', !wrap && 'whitespace-nowrap')}>
      <span aria-hidden className={cx(dotPlace, 'flex')}>
        {active && <span className={cx('absolute -inset-0.75 rounded-full opacity-30', dotClass[tone])} />}
        <span className={cx('relative size-2 rounded-full', dotClass[tone])} />
      </span>
      <span className={hideLabel ? 'sr-only' : undefined}>{label}</span>
    </span>
  )
}
