import type { ReactElement } from 'react'
import { criteria, criterionTerms } from '#contract/scoring/scorecards.ts'
import { inSentence } from '#web/lib/format.ts'
import { Panel } from '#web/ui/Card.tsx'

/**
 * From 10 December 2026 Australian privacy law requires this information on decisions that a computer program makes or
 * prepares: Privacy and Other Legislation Amendment Act 2024, Australian Privacy Principle 1.7 to 1.9.
 */
export function ScoreNotice(): ReactElement {
  const measures = criteria.map((one) => inSentence(criterionTerms[one].measure))
  return (
    <Panel title="How this score is made">
      <div className="flex max-w-3xl flex-col gap-2">
        <p>
          {`Your score is calculated automatically once a month from the loans that you lodged: ${measures.slice(0, -1).join(', ')} and ${measures.at(-1)}. With few loans it is weighted towards the average of all brokers. It does not use personal characteristics such as age, origin, sex or address. Your name is used only to check ASIC’s registers for bans and the news for reports; the findings make up the compliance part of the score.`}
        </p>
        <p>
          The score prepares decisions that people make: which brokers are offered rewards, and which brokers
          we contact. It never ends an accreditation on its own. Compliance counts the open findings of our
          checks against ASIC’s registers and documents that have expired.
        </p>
        <p>
          Every figure is on this page. You can ask us to correct a loan, and you can appeal against the
          score.
        </p>
      </div>
    </Panel>
  )
}
