import type { ReactElement } from 'react'
import type { StatusPageFacts } from '#contract/microsites/pages.ts'
import { formatDateTime } from '#web/lib/dates.ts'
import { ButtonLink } from '../ui/Button.tsx'
import { Card, Container, FactList, PageHeading } from '../ui/Container.tsx'
import { Notice } from '../ui/Notice.tsx'
import { Steps } from './Steps.tsx'
import { statusWords } from './status-labels.ts'

const ZONE = 'Australia/Sydney'

/** An application's progress: one sentence, the steps and the next action. */
export function StatusPage({ submission, lender }: StatusPageFacts): ReactElement {
  const { status, firstName, reason, resumeUrl, outstanding, portalUrl } = submission
  const words = statusWords(status, lender.name, outstanding)
  // always with the year: the page may be read much later
  const at = (when: string): string => formatDateTime(when, { timeZone: ZONE, now: 0 })
  return (
    <Container width="text" className="py-12 sm:py-20">
      <PageHeading eyebrow="Broker accreditation" title={words.title}>
        <p>
          Hello {firstName}. {words.text}
        </p>
      </PageHeading>
      <div className="flex flex-col gap-8">
        {reason && (
          <Notice tone={words.tone} title={words.reasonTitle}>
            {reason}
          </Notice>
        )}
        {outstanding.length > 0 && (
          <div className="flex flex-col gap-5">
            <ul className="list-disc space-y-1 pl-5">
              {outstanding.map((name) => (
                <li key={name}>{name}</li>
              ))}
            </ul>
            <div>
              <ButtonLink variant="primary" href={portalUrl} className="max-sm:w-full">
                Upload your documents
              </ButtonLink>
            </div>
          </div>
        )}
        {resumeUrl && (
          <div>
            <ButtonLink variant="primary" href={resumeUrl} className="max-sm:w-full">
              {status === 'draft' ? 'Continue the application' : 'Add what is missing'}
            </ButtonLink>
          </div>
        )}
        <Steps status={status} />
        <Card>
          <FactList
            facts={[
              ['Application', `No. ${submission.id}`],
              ...(submission.submittedAt
                ? [['Submitted', at(submission.submittedAt)] satisfies [string, string]]
                : []),
              ...(submission.decidedAt
                ? [['Decided', at(submission.decidedAt)] satisfies [string, string]]
                : []),
            ]}
          />
        </Card>
      </div>
    </Container>
  )
}
