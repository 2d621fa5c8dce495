import { LoaderCircle } from 'lucide-react'
import type { AnchorHTMLAttributes, ButtonHTMLAttributes, ReactElement, ReactNode, Ref } from 'react'
import { ignoreClick, useHeldFocus } from '#web/lib/use-held-focus.ts'
import { type ClassValue, cx } from '#web/ui/cx.ts'

/** `band` and `bandQuiet` are for the deep band; one `primary` (or `band`) a view. */
export type ButtonVariant = 'primary' | 'secondary' | 'quiet' | 'danger' | 'band' | 'bandQuiet'

const base =
  'inline-flex min-h-12 items-center justify-center gap-2 rounded-lg border px-5 py-2.5 text-center font-semibold no-underline transition-colors data-off:cursor-not-allowed'

const off = 'data-off:border-line data-off:bg-sunken data-off:text-ink-faint'
const variants: Record<ButtonVariant, string> = {
  primary: `border-transparent bg-primary text-on-primary not-data-off:hover:bg-primary-hover ${off}`,
  secondary: `border-line-strong/60 bg-surface text-ink not-data-off:hover:border-line-strong not-data-off:hover:bg-hover ${off}`,
  quiet:
    'border-transparent px-3 text-link not-data-off:hover:bg-hover data-off:text-ink-faint print:text-ink',
  danger: `border-transparent bg-red text-on-red not-data-off:hover:bg-red-hover ${off}`,
  band: 'border-transparent bg-on-band text-band hover:bg-on-band-soft print:border-line-strong print:bg-transparent print:text-ink',
  bandQuiet: 'border-band-line text-on-band hover:border-on-band',
}

/** The classes of a button, for other elements (a label that opens a file chooser). */
export function buttonClass(variant: ButtonVariant, ...more: ClassValue[]): string {
  return cx(base, variants[variant], ...more)
}

export interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  variant?: ButtonVariant
  /** Its action is running: disabled, still with the focus, with the text `pendingText`. */
  pending?: boolean
  pendingText?: string
  ref?: Ref<HTMLButtonElement>
}

/** The text names the action ("Confirm Booking", not "OK"). */
export function Button(props: ButtonProps): ReactElement {
  const { variant = 'secondary', pending, pendingText, className, children, type = 'button', ...rest } = props
  const isOff = Boolean(rest.disabled || pending)
  const { isHeld, control } = useHeldFocus(isOff, rest)
  return (
    <button
      {...rest}
      {...control}
      {...(isHeld && { onClick: ignoreClick })}
      type={type}
      className={buttonClass(variant, className)}
      data-off={isOff || undefined}
      aria-busy={pending || undefined}
    >
      {pending && <LoaderCircle aria-hidden className="size-5 animate-spin" strokeWidth={1.75} />}
      {pending ? (pendingText ?? children) : children}
    </button>
  )
}

interface ButtonLinkProps extends AnchorHTMLAttributes<HTMLAnchorElement> {
  href: string
  variant?: ButtonVariant
  children: ReactNode
}

/** A link in the style of a button. */
export function ButtonLink({ variant = 'secondary', className, ...rest }: ButtonLinkProps): ReactElement {
  return <a {...rest} className={buttonClass(variant, className)} />
}
