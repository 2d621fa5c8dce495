import { ArrowLeft } from 'lucide-react'
import { type ReactElement, type ReactNode, useEffect } from 'react'
import { Link } from 'react-router'
import { PortalBrand } from '../PortalBrand.tsx'

interface SignInFrameProps {
  /** Heading and title of the document. */
  title: string
  /** One sentence below it. */
  subtitle?: ReactNode
  /** Shows the way back to the sign-in. */
  back?: boolean
  children: ReactNode
}

/** The frame of every page before the sign-in. */
export function SignInFrame({ title, subtitle, back, children }: SignInFrameProps): ReactElement {
  useEffect(() => {
    document.title = title === 'Broker Portal' ? title : `${title} · Broker Portal`
  }, [title])
  return (
    <div className="flex min-h-dvh flex-col">
      <header className="mx-auto w-full max-w-md px-4 pt-6 sm:pt-12">
        <PortalBrand />
      </header>
      <main className="mx-auto w-full max-w-md flex-1 px-4 pt-6 pb-10">
        <h1 className="text-2xl font-semibold tracking-tight">{title}</h1>
        {subtitle && <p className="mt-1 text-ink-soft">{subtitle}</p>}
        <div className="mt-5">{children}</div>
        {back && (
          <Link
            to="/broker-portal"
            className="mt-5 inline-flex min-h-11 items-center gap-1.5 rounded-lg font-medium text-link"
          >
            <ArrowLeft aria-hidden className="size-4" strokeWidth={2} />
            Back to Sign In
          </Link>
        )}
      </main>
      <footer className="border-t border-line bg-surface">
        <p className="mx-auto w-full max-w-md px-4 py-5 text-xs text-ink-soft">
          For mortgage brokers and other industry professionals only. Not for distribution to consumers.
        </p>
      </footer>
    </div>
  )
}

/** A form or a message in a frame of its own. */
export function SignInCard({ children }: { children: ReactNode }): ReactElement {
  return (
    <div className="flex flex-col gap-4 rounded-xl border border-line bg-surface p-4 shadow-float sm:p-6">
      {children}
    </div>
  )
}
