import type { ReactElement } from 'react'
import { automatedDecisions } from '#contract/automated-decisions.ts'
import {
  type AutomatedDecision,
  type DecisionKind,
  decisionKinds,
  informationLabels,
  subjectLabels,
} from '#contract/decisions/decision-kinds.ts'
import type { DecisionsPageFacts } from '#contract/microsites/pages.ts'
import { telephone } from './SiteHeader.tsx'
import { Container, FactList, PageHeading } from './ui/Container.tsx'

const kindsOf = (significant: boolean): DecisionKind[] =>
  decisionKinds.filter((kind) => automatedDecisions[kind].significant === significant)

const parts = [
  { title: 'Decisions that may significantly affect you', kinds: kindsOf(true) },
  { title: 'Other decisions', kinds: kindsOf(false) },
]

/** The register of automated decisions for the people that they affect (Australian Privacy Principle 1.7). */
export function DecisionsPage({ lender }: DecisionsPageFacts): ReactElement {
  return (
    <Container width="text" className="py-12 sm:py-20">
      <PageHeading eyebrow="Privacy" title="Automated decisions">
        <p>
          {lender.name} uses computer programs to make some decisions about brokers, applicants and visitors,
          and to prepare decisions that people make. This page describes each of them, below its name: what
          the program decides, from which personal information, by which rule, and what you can do about it.
        </p>
        {lender.contactPhone && (
          <p className="mt-3">
            To have a person look at a decision again, call{' '}
            <a className="link whitespace-nowrap underline" href={telephone(lender.contactPhone)}>
              {lender.contactPhone}
            </a>
            .
          </p>
        )}
      </PageHeading>
      {parts.map(({ title, kinds }) => (
        <section key={title} aria-label={title} className="mb-12">
          <h2 className="mb-5 text-title font-semibold">{title}</h2>
          <div className="divide-y divide-line rounded-xl border border-line bg-surface">
            {kinds.map((kind) => (
              <Decision key={kind} kind={kind} decision={automatedDecisions[kind]} />
            ))}
          </div>
        </section>
      ))}
    </Container>
  )
}

const automationTexts: Record<AutomatedDecision['automation'], string> = {
  solely: 'A computer program decides, without a person.',
  substantially: 'A person decides; a computer program prepares the decision.',
}

function Decision({ kind, decision }: { kind: DecisionKind; decision: AutomatedDecision }): ReactElement {
  const { label, about, decides, information, rule, version, automation } = decision
  return (
    <details className="print-open">
      <summary className="min-h-12 cursor-pointer px-5 py-3 sm:px-7">
        <h3 className="inline font-semibold">{label}</h3>
      </summary>
      {/* inside, because a link to an element opens the details around it */}
      <div id={kind} className="scroll-mt-16 px-5 pb-5 sm:px-7">
        <p className="mb-4">{decides}</p>
        <FactList
          facts={[
            ['About', about.map((one) => subjectLabels[one]).join(', ')],
            ['Information', information.map((one) => informationLabels[one]).join(', ')],
            ['Rule', `${rule} (Version: ${version})`],
            ['Who decides', automationTexts[automation]],
            ['Effect', decision.effect],
            ['Who can change it', decision.override],
            ['To contest it', decision.contest],
            ['Kept', decision.retention],
          ]}
        />
      </div>
    </details>
  )
}
