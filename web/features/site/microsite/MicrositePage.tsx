import type { ReactElement } from 'react'
import type { MicrositePageFacts } from '#contract/pages.ts'
import { About } from './About.tsx'
import { CallToAction } from './CallToAction.tsx'
import { ClientProfile } from './ClientProfile.tsx'
import { Features, hasFeatures } from './Features.tsx'
import { Hero } from './Hero.tsx'

/** A product's page for brokers: hero with the rate, features, whom it suits, and the way on. */
export function MicrositePage(facts: MicrositePageFacts): ReactElement {
  const { content } = facts
  return (
    <>
      <Hero content={content} offer={facts.offer} leadsOn={hasFeatures(content)} />
      <Features content={content} />
      <About content={content} />
      <ClientProfile content={content} />
      <CallToAction content={content} page={facts.url} carried={facts.carried} />
    </>
  )
}
