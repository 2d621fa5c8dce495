import { LoaderCircle, type LucideIcon } from 'lucide-react'
import type { ButtonHTMLAttributes, MouseEvent, ReactElement, ReactNode, Ref } from 'react'
import { Link, type LinkProps } from 'react-router'
import { ignoreClick, useHeldFocus } from '#web/lib/use-held-focus.ts'
import { cx } from './cx.ts'
import { DisabledReason } from './DisabledReason.tsx'

/** `remove` opens the question about something destructive; `danger` does it. */
export type ButtonVariant = 'primary' | 'secondary' | 'ghost' | 'danger' | 'remove'
export type ButtonSize = 'sm' | 'md' | 'lg'

const base =
  // buttons are hidden in print
  'print:hidden inline-flex touch-target shrink-0 items-center justify-center gap-1.5 rounded-lg font-medium whitespace-nowrap select-none transition-colors data-off:cursor-not-allowed aria-disabled:cursor-not-allowed'

const variants: Record<ButtonVariant, string> = {
  primary:
    'bg-primary text-on-primary not-data-off:hover:bg-primary-hover data-off:bg-sunken data-off:text-ink-off data-off:border-line border border-transparent',
  // the outline has 3:1 on every ground of the product, and goes with the action
  secondary:
    'bg-surface text-ink border border-line-strong not-data-off:hover:bg-hover not-data-off:hover:border-ink-soft data-off:text-ink-off data-off:bg-sunken data-off:border-line',
  ghost:
    'text-ink-soft border border-transparent not-data-off:hover:bg-hover not-data-off:hover:text-ink data-off:text-ink-off',
  remove:
    'text-red-ink border border-transparent not-data-off:hover:bg-red-soft data-off:text-ink-off aria-disabled:text-ink-off',
  danger:
    'bg-red text-on-red not-data-off:hover:bg-red-hover data-off:bg-sunken data-off:text-ink-off data-off:border-line border border-transparent',
}

const sizes: Record<ButtonSize, { bar: string; square: string }> = {
  sm: { bar: 'h-7 px-2.5 text-xs', square: 'size-7' },
  md: { bar: 'h-8 px-3 text-sm', square: 'size-8' },
  lg: { bar: 'h-10 px-4 text-sm', square: 'size-10' },
}

interface Shape {
  variant: ButtonVariant
  size: ButtonSize
  square?: boolean | undefined
}

function buttonClass({ variant, size, square }: Shape, className?: string): string {
  return cx(base, variants[variant], sizes[size][square ? 'square' : 'bar'], className)
}

interface Look {
  variant?: ButtonVariant
  size?: ButtonSize
  icon?: LucideIcon
}

export interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement>, Look {
  /** In progress: the button is disabled, keeps the focus and shows `pendingText`. */
  pending?: boolean
  pendingText?: string
  /** Square, for an icon alone: use IconButton instead. */
  square?: boolean
  /** Disables the button and shows this reason on hover and focus. */
  disabledReason?: string | null | undefined
  ref?: Ref<HTMLButtonElement>
}

/** At most one primary button per view; its text names the action ("Delete broker", not "OK"). */
export function Button(props: ButtonProps): ReactElement {
  const {
    variant = 'secondary',
    size = 'md',
    icon,
    pending,
    pendingText,
    square,
    disabledReason,
    ...rest
  } = props
  const { className, children, disabled, type = 'button', ...button } = rest
  const content = (
    <Content icon={icon} pending={pending} text={pending ? (pendingText ?? children) : children} />
  )
  const classes = buttonClass({ variant, size, square }, className)
  const isOff = Boolean(disabled || pending)
  const { isHeld, control } = useHeldFocus(isOff, button)
  if (disabledReason) {
    return (
      <DisabledReason reason={disabledReason}>
        {(aria) => (
          <button
            {...button}
            {...aria}
            type="button"
            className={classes}
            data-off
            data-square={square || undefined}
            onClick={undefined}
          >
            {content}
          </button>
        )}
      </DisabledReason>
    )
  }
  return (
    <button
      onMouseDown={type === 'submit' ? keepFocus : undefined}
      {...button}
      {...control}
      {...(isHeld && { onClick: ignoreClick })}
      type={type}
      className={classes}
      data-off={isOff || undefined}
      data-square={square || undefined}
      aria-busy={pending || undefined}
    >
      {content}
    </button>
  )
}

/**
 * Keeps the focus in the edited field until the click: an error shown on blur could move the button away from under the
 * pointer, and the click would be lost.
 */
function keepFocus(event: MouseEvent): void {
  event.preventDefault()
}

interface ContentProps {
  icon: LucideIcon | undefined
  pending: boolean | undefined
  text: ReactNode
}

function Content({ icon: Icon, pending, text }: ContentProps): ReactElement {
  return (
    <>
      {pending && <LoaderCircle aria-hidden className="size-4 animate-spin" strokeWidth={1.75} />}
      {!pending && Icon && <Icon aria-hidden className="size-4" strokeWidth={1.75} />}
      {text}
    </>
  )
}

/** A link that looks like a button. */
export function ButtonLink(props: LinkProps & Look): ReactElement {
  const { variant = 'secondary', size = 'md', icon, className, children, ...link } = props
  return (
    <Link {...link} className={buttonClass({ variant, size }, cx(linkHover[variant], className))}>
      <Content icon={icon} pending={false} text={children} />
    </Link>
  )
}

// links never match :enabled, so their hover needs its own classes
const linkHover: Record<ButtonVariant, string> = {
  primary: 'hover:bg-primary-hover',
  secondary: 'hover:bg-hover',
  ghost: 'hover:bg-hover hover:text-ink',
  remove: 'hover:bg-red-soft',
  danger: 'hover:bg-red-hover',
}
