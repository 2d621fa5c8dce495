import { type ReactElement, useEffect, useRef } from 'react'
import type { Submission } from '#contract/accreditations/accreditations.ts'
import type { Lender } from '#contract/microsites/pages.ts'
import { ButtonLink } from '#web/features/site/ui/Button.tsx'
import { Card, Container, PageHeading } from '#web/features/site/ui/Container.tsx'

interface SubmittedPanelProps {
  submission: Submission
  lender: Lender
  email: string
}

const steps = (lender: Lender): string[] => [
  'We check your ASIC number in the register.',
  `A reviewer at ${lender.name} reads your application and your documents.`,
  'We’ll email you our decision, with the reason if declined, or a question first.',
]

/** Replaces the form after submission: receipt, next steps and status link. */
export function SubmittedPanel({ submission, lender, email }: SubmittedPanelProps): ReactElement {
  const top = useRef<HTMLDivElement>(null)
  useEffect(() => {
    top.current?.focus()
    window.scrollTo({ top: 0 })
  }, [])
  return (
    <Container width="text" className="py-10 sm:py-14">
      <div ref={top} tabIndex={-1} className="outline-none">
        <PageHeading title="Application received">
          <p>
            Thank you, {submission.firstName}. We have emailed a receipt to {email}.
          </p>
        </PageHeading>
      </div>
      <Card>
        <h2 className="mb-3 text-title font-semibold">What happens next</h2>
        <ol className="grid list-decimal gap-2 pl-5 marker:font-semibold marker:text-link">
          {steps(lender).map((step) => (
            <li key={step} className="pl-1">
              {step}
            </li>
          ))}
        </ol>
        <div className="mt-6">
          <ButtonLink href={submission.statusUrl} variant="primary">
            See the status of your application
          </ButtonLink>
        </div>
      </Card>
    </Container>
  )
}
