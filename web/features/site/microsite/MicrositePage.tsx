import type { ReactElement } from 'react'
import type { MicrositePageFacts } from '#contract/microsites/pages.ts'
import { About } from './About.tsx'
import { CallToAction } from './CallToAction.tsx'
import { ClientProfile } from './ClientProfile.tsx'
import { Features, hasFeatures } from './Features.tsx'
import { Hero } from './Hero.tsx'
import { WaysOnBar } from './WaysOn.tsx'

/** A product's page for brokers: hero with the rate, features, eligibility, and links to book or apply. */
export function MicrositePage(facts: MicrositePageFacts): ReactElement {
  const { content } = facts
  return (
    <>
      {/* the bar of a phone stays at the bottom of the screen until the band with the same two links */}
      <div>
        <Hero
          content={content}
          offer={facts.offer}
          leadsOn={hasFeatures(content)}
          page={facts.url}
          carried={facts.carried}
        />
        <Features content={content} />
        <About content={content} />
        <ClientProfile content={content} />
        <WaysOnBar content={content} page={facts.url} carried={facts.carried} />
      </div>
      <CallToAction content={content} page={facts.url} carried={facts.carried} />
    </>
  )
}
