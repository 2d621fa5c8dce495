import type { ReactElement } from 'react'
import type { MicrositeContent } from '#contract/microsites.ts'
import { cx } from '#web/ui/cx.ts'
import { Container } from '../ui/Container.tsx'
import { CheckList } from './CheckList.tsx'

const linesOf = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.replace(/^\s*[-•*]\s*/, '').trim())
    .filter(Boolean)

/** The product in words, and its further features, one a line. */
export function About({ content }: { content: MicrositeContent }): ReactElement | null {
  const { productName, description } = content
  const features = linesOf(content.features)
  if (!description && features.length === 0) return null
  return (
    <section aria-labelledby={productName ? 'about-title' : undefined} className="pb-14 sm:pb-20">
      <Container
        className={cx('grid gap-8', description && features.length > 0 && 'lg:grid-cols-[7fr_5fr] lg:gap-16')}
      >
        <div className="max-w-prose">
          {productName && (
            <h2 id="about-title" className="mb-3 text-title font-semibold">
              About {productName}
            </h2>
          )}
          {description && <p className="whitespace-pre-line text-ink-soft">{description}</p>}
        </div>
        {features.length > 0 && <CheckList items={features} />}
      </Container>
    </section>
  )
}
