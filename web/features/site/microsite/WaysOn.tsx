import type { ReactElement } from 'react'
import { contentDefaults, type MicrositeContent } from '#contract/microsites/microsites.ts'
import { siteLink } from '../links.ts'
import { ButtonLink } from '../ui/Button.tsx'

interface WaysOnProps {
  content: MicrositeContent
  /** This page's address: distinguishes links within the installation from those to other hosts. */
  page: string
  carried: string
}

/** The two ways on from a microsite: the configured address or the booking page, and the accreditation. */
export function waysOn({ content, page, carried }: WaysOnProps) {
  const main = siteLink({ address: content.ctaButtonUrl, fallback: '/booking', page, carried })
  const second = siteLink({ address: content.ctaSecondaryUrl, fallback: '/accreditation', page, carried })
  const link = ({ href, outside }: typeof main) => ({ href, rel: outside ? 'noopener' : undefined })
  return {
    main: { ...link(main), text: content.ctaButtonText || contentDefaults.ctaButtonText },
    second: { ...link(second), text: 'Start Accreditation' },
  }
}

/** Below the title on wide screens; a phone has them at the bottom. */
export function HeroWaysOn(props: WaysOnProps): ReactElement {
  const { main, second } = waysOn(props)
  return (
    <p className="mt-5 flex flex-wrap gap-x-6 gap-y-2 max-sm:hidden print:hidden">
      {[main, second].map(({ text, ...link }) => (
        <a
          key={text}
          {...link}
          className="inline-flex min-h-11 items-center font-semibold text-link underline underline-offset-4 hover:no-underline"
        >
          {text}
        </a>
      ))}
    </p>
  )
}

/** At the foot of a phone's screen, as long as the page's own buttons are not reached. */
export function WaysOnBar(props: WaysOnProps): ReactElement {
  const { main, second } = waysOn(props)
  return (
    <nav
      aria-label="Next steps"
      className="sticky bottom-0 z-10 grid grid-cols-2 gap-2 border-t border-line bg-surface px-4 pt-2 pb-[calc(0.5rem+env(safe-area-inset-bottom,0px))] sm:hidden print:hidden"
    >
      <ButtonLink variant="primary" href={main.href} rel={main.rel} className="px-2 text-sm">
        {main.text}
      </ButtonLink>
      <ButtonLink href={second.href} rel={second.rel} className="px-2 text-sm">
        {second.text}
      </ButtonLink>
    </nav>
  )
}
