import { type ReactElement, useEffect, useRef, useState } from 'react'
import { CONTEST_DAYS, type OwnDecision } from '#contract/contests/contests.ts'
import type { OwnDecisionsPageFacts } from '#contract/microsites/pages.ts'
import { SiteToaster } from '#web/features/site/forms/SiteToaster.tsx'
import { ButtonLink } from '#web/features/site/ui/Button.tsx'
import { Container, PageHeading } from '#web/features/site/ui/Container.tsx'
import { Notice } from '#web/features/site/ui/Notice.tsx'
import { formatDate } from '#web/lib/dates.ts'
import { ContestForm } from './ContestForm.tsx'
import { DecisionCard } from './DecisionCard.tsx'

/** The page of a signed link: the decisions about one person, and the form that contests one of them. */
export function OwnDecisionsPage(facts: OwnDecisionsPageFacts): ReactElement {
  const { lender, firstName, decisions, older, isFirst } = facts
  const [chosen, choose] = useState<OwnDecision | null>(null)
  const [sent, setSent] = useState<{ dueOn: string; byEmail: boolean; key: string } | null>(null)
  const done = useRef<HTMLDivElement>(null)
  const form = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (sent) done.current?.focus()
  }, [sent])
  useEffect(() => {
    if (chosen) form.current?.focus()
  }, [chosen])
  return (
    <Container width="text" className="py-10 sm:py-14">
      <PageHeading title="Decisions about you">
        <p>
          {`${firstName ? `Hello ${firstName}. ` : ''}${lender.name} made or prepared these decisions about you automatically. If you think one is wrong, contest it: a person reviews it and replies with reasons within ${CONTEST_DAYS} days.`}
        </p>
        <p className="mt-2">This page is for you alone: do not hand its link on.</p>
      </PageHeading>
      <div className="grid gap-6">
        {sent && (
          <Notice ref={done} tone="success" title="Your contest is with us">
            {`You have an answer by ${formatDate(sent.dueOn)}. ${sent.byEmail ? 'It comes by email, and is shown on this page.' : 'We have no email address of you: it is shown on this page, so keep the link.'}`}
          </Notice>
        )}
        {decisions.length === 0 && <Notice tone="info" title="There are no decisions about you" />}
        <ul className="grid gap-4">
          {decisions.map((decision) => (
            <li key={keyOf(decision)}>
              <DecisionCard
                decision={decision}
                isSent={sent?.key === keyOf(decision)}
                onContest={() => choose(decision)}
              />
            </li>
          ))}
        </ul>
        {(older || !isFirst) && (
          <nav aria-label="Pages" className="flex flex-wrap gap-3">
            {!isFirst && <ButtonLink href={`/decisions/${facts.token}`}>Newest decisions</ButtonLink>}
            {older && <ButtonLink href={older}>Older decisions</ButtonLink>}
          </nav>
        )}
        <ContestForm
          key={chosen ? keyOf(chosen) : 'other'}
          headingRef={form}
          token={facts.token}
          formTime={facts.formTime}
          decision={chosen}
          onOther={() => choose(null)}
          onSent={(result, key) => {
            setSent({ ...result, key })
            choose(null)
          }}
        />
      </div>
      <SiteToaster />
    </Container>
  )
}

const keyOf = ({ kind, reference }: OwnDecision): string => `${kind} ${reference}`
