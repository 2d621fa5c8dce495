import type { ReactElement } from 'react'
import type { MicrositeContent } from '#contract/microsites/microsites.ts'
import { ButtonLink } from '../ui/Button.tsx'
import { Container } from '../ui/Container.tsx'
import { waysOn } from './WaysOn.tsx'

interface CallToActionProps {
  content: MicrositeContent
  /** This page's address: distinguishes links within the installation from those to other hosts. */
  page: string
  carried: string
}

/** The two ways on: the configured address or the booking page, and the accreditation. */
export function CallToAction({ content, page, carried }: CallToActionProps): ReactElement {
  const { main, second } = waysOn({ content, page, carried })
  return (
    <section
      aria-labelledby={content.ctaMainTitle ? 'cta-title' : undefined}
      className="on-band bg-band text-on-band"
    >
      <Container className="flex flex-col gap-8 py-14 sm:py-20 lg:flex-row lg:items-center lg:justify-between">
        <div className="max-w-[52ch] empty:hidden">
          {content.ctaMainTitle && (
            <h2 id="cta-title" className="text-title font-semibold">
              {content.ctaMainTitle}
            </h2>
          )}
          {content.ctaMainSubtitle && (
            <p className="mt-2 whitespace-pre-line text-on-band-soft">{content.ctaMainSubtitle}</p>
          )}
        </div>
        <div className="flex shrink-0 flex-wrap gap-3">
          <ButtonLink variant="band" href={main.href} rel={main.rel} className="max-sm:w-full">
            {main.text}
          </ButtonLink>
          <ButtonLink variant="bandQuiet" href={second.href} rel={second.rel} className="max-sm:w-full">
            {second.text}
          </ButtonLink>
        </div>
      </Container>
    </section>
  )
}
