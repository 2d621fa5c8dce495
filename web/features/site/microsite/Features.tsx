import type { ReactElement } from 'react'
import type { MicrositeContent } from '#contract/microsites/microsites.ts'
import { Card, Container } from '../ui/Container.tsx'
import { SectionHeading } from './SectionHeading.tsx'

interface Feature {
  title: string
  description: string
}

const featuresOf = (content: MicrositeContent): Feature[] =>
  [
    { title: content.feature1Title, description: content.feature1Description },
    { title: content.feature2Title, description: content.feature2Description },
    { title: content.feature3Title, description: content.feature3Description },
  ].filter(({ title, description }) => title || description)

export const hasFeatures = (content: MicrositeContent): boolean =>
  featuresOf(content).length > 0 || content.features !== ''

/** Introduction and three cards; target of the hero's button. */
export function Features({ content }: { content: MicrositeContent }): ReactElement | null {
  if (!hasFeatures(content)) return null
  const { featuresTitle, featuresSubtitle } = content
  const cards = featuresOf(content)
  return (
    <section
      id="features"
      aria-labelledby={featuresTitle ? 'features-title' : undefined}
      className="scroll-mt-4 border-t border-line py-14 sm:py-20"
    >
      <Container>
        <SectionHeading
          id="features-title"
          title={featuresTitle}
          subtitle={featuresSubtitle}
          introduction={content.features}
        />
        {cards.length > 0 && (
          <ul className="grid gap-4 md:auto-cols-fr md:grid-flow-col md:gap-6">
            {cards.map(({ title, description }, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: three fixed places
              <li key={index} className="flex">
                <Card className="w-full">
                  <span aria-hidden className="mb-5 block h-1 w-8 rounded-full bg-primary" />
                  {title && <h3 className="font-semibold">{title}</h3>}
                  {description && <p className="mt-1.5 whitespace-pre-line text-ink-soft">{description}</p>}
                </Card>
              </li>
            ))}
          </ul>
        )}
      </Container>
    </section>
  )
}
