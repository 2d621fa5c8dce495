import type { ReactElement } from 'react'
import type { MicrositeContent } from '#contract/microsites/microsites.ts'
import { cx } from '#web/ui/cx.ts'
import { Container } from '../ui/Container.tsx'

/** The product description. */
export function About({ content }: { content: MicrositeContent }): ReactElement | null {
  const { productName, description } = content
  if (!description) return null
  return (
    <section aria-labelledby={productName ? 'about-title' : undefined} className="pb-14 sm:pb-20">
      <Container className={cx('grid gap-3', productName && 'lg:grid-cols-[1fr_2fr] lg:gap-12')}>
        {productName && (
          <h2 id="about-title" className="text-title font-semibold">
            About {productName}
          </h2>
        )}
        <p className="max-w-prose whitespace-pre-line text-ink-soft lg:pt-1">{description}</p>
      </Container>
    </section>
  )
}
