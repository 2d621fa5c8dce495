import type { ReactElement } from 'react'
import type { VerifyPageFacts } from '#contract/microsites/pages.ts'
import { telephone } from '../SiteHeader.tsx'
import { ButtonLink } from '../ui/Button.tsx'
import { Container, PageHeading } from '../ui/Container.tsx'
import { Notice } from '../ui/Notice.tsx'
import { CheckForm } from './CheckForm.tsx'
import { ComplaintForm } from './ComplaintForm.tsx'
import { FoundContact } from './FoundContact.tsx'
import { OurNumbers } from './OurNumbers.tsx'
import { ReportForm } from './ReportForm.tsx'

export const VERIFY_TITLE = 'Is it really us?'

/** Whether a call or text message was the lender's. A form without a script: the page has to work on any phone. */
export function VerifyPage(facts: VerifyPageFacts): ReactElement {
  const { lender, numbers } = facts
  return (
    <Container width="text" className="flex flex-col gap-10 py-10 sm:py-16">
      <div>
        <PageHeading title={VERIFY_TITLE}>
          <p>
            Every call and text message from {lender.name} has a code. Ask for it during the call, or find it
            in our first text message to you.
          </p>
        </PageHeading>
        <Answer {...facts} />
      </div>
      <OurNumbers numbers={numbers} lender={lender} />
    </Container>
  )
}

function Answer({ state, lender, formTime }: VerifyPageFacts): ReactElement {
  const { contactPhone } = lender
  switch (state.kind) {
    case 'asks':
    case 'unreadable':
      return (
        <div className="flex flex-col gap-8">
          <CheckForm {...(state.kind === 'unreadable' && state)} />
          <details>
            <summary className="min-h-11 cursor-pointer py-2 font-medium text-link">
              They gave you no code?
            </summary>
            <div className="mt-3">
              <ReportForm />
            </div>
          </details>
          <Complaint formTime={formTime} />
        </div>
      )
    case 'found':
      return (
        <FoundContact state={state} lender={lender}>
          <Complaint formTime={formTime} phone={state.to} />
        </FoundContact>
      )
    case 'unknown':
      return (
        <div className="flex flex-col gap-8">
          <Notice tone="warning" title="We know no such call or text message">
            Check the number and the code for typing mistakes. If both are right, it was not us: give no
            details, open no link, and report it.
          </Notice>
          <CheckForm {...state} />
          <ReportForm {...state} />
        </div>
      )
    case 'limited':
      return (
        <Notice tone="error" title="Too many checks of this number">
          Try again in {state.minutes} {state.minutes === 1 ? 'minute' : 'minutes'}
          {contactPhone && `, or call us on ${contactPhone}`}.
        </Notice>
      )
    case 'reported':
      return (
        <div className="flex flex-col items-start gap-6">
          <Notice tone="success" title="Thank you for your report">
            Our compliance team looks into it within one business day.
          </Notice>
          {contactPhone && (
            <ButtonLink href={telephone(contactPhone)} className="max-sm:w-full">
              Call {lender.name} on {contactPhone}
            </ButtonLink>
          )}
        </div>
      )
    case 'not_reported':
      return <ReportForm {...state} error="Enter a valid phone number" />
    case 'not_complained':
      return <ComplaintForm {...state} formTime={formTime} />
    case 'complained':
      return (
        <Notice tone="success" title="Thank you. We have your complaint">
          A person answers it by {state.answerBy}. If you gave an email address, the answer goes there.
        </Notice>
      )
  }
}

function Complaint({ formTime, phone }: { formTime: string; phone?: string }): ReactElement {
  return (
    <details>
      <summary className="min-h-11 cursor-pointer py-2 font-medium text-link">
        Complain about a call or message
      </summary>
      <div className="mt-3">
        <ComplaintForm formTime={formTime} phone={phone} />
      </div>
    </details>
  )
}
