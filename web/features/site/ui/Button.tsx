import { LoaderCircle } from 'lucide-react'
import type { AnchorHTMLAttributes, ButtonHTMLAttributes, ReactElement, ReactNode, Ref } from 'react'
import { type ClassValue, cx } from '#web/ui/cx.ts'

/** `band` and `bandQuiet` are for the deep band; one `primary` (or `band`) a view. */
export type ButtonVariant = 'primary' | 'secondary' | 'quiet' | 'danger' | 'band' | 'bandQuiet'

const base =
  'inline-flex min-h-12 items-center justify-center gap-2 rounded-lg border px-5 py-2.5 text-center font-semibold no-underline transition-colors disabled:cursor-not-allowed'

const disabled = 'disabled:border-line disabled:bg-sunken disabled:text-ink-faint'
const variants: Record<ButtonVariant, string> = {
  primary: `border-transparent bg-primary text-on-primary not-disabled:hover:bg-primary-hover ${disabled}`,
  secondary: `border-line-strong/60 bg-surface text-ink not-disabled:hover:border-line-strong not-disabled:hover:bg-hover ${disabled}`,
  quiet:
    'border-transparent px-3 text-link not-disabled:hover:bg-hover disabled:text-ink-faint print:text-ink',
  danger: `border-transparent bg-red text-on-red not-disabled:hover:bg-red-hover ${disabled}`,
  band: 'border-transparent bg-on-band text-band hover:bg-on-band-soft print:border-line-strong print:bg-transparent print:text-ink',
  bandQuiet: 'border-band-line text-on-band hover:border-on-band',
}

/** The classes of a button, for other elements (a label that opens a file chooser). */
export function buttonClass(variant: ButtonVariant, ...more: ClassValue[]): string {
  return cx(base, variants[variant], ...more)
}

export interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  variant?: ButtonVariant
  /** Its action is running: disabled, with the text `pendingText`. */
  pending?: boolean
  pendingText?: string
  ref?: Ref<HTMLButtonElement>
}

/** The text names the action ("Confirm Booking", not "OK"). */
export function Button(props: ButtonProps): ReactElement {
  const { variant = 'secondary', pending, pendingText, className, children, type = 'button', ...rest } = props
  return (
    <button
      {...rest}
      type={type}
      className={buttonClass(variant, className)}
      disabled={rest.disabled || pending}
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
