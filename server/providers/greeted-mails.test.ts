import { describe, expect, test } from 'vitest'
import type { Lender, MailDocument, Pages } from '#contract/microsites/pages.ts'
import { withGreetings } from './greeted-mails.ts'

/** Renders the greeting alone. */
const pages = {
  mail: (_kind: string, _lender: Lender, facts: { name?: string; firstName?: string }) => ({
    subject: facts.name ?? facts.firstName ?? '',
    html: '',
    text: '',
  }),
} as unknown as Pages
const greeted = withGreetings(pages)
const lender = {} as Lender
const nameIn = ({ subject }: MailDocument): string => subject

describe('a mail', () => {
  // Covers: surveillance-10
  test.each([
    ['Smith, John', 'John'],
    ['SMITH, JOHN PETER', 'John'],
    ['Dr John Smith', 'John'],
    ['Dr. Jones', 'Dr Jones'],
    ['Mr.', ''],
    ['J. Smith', ''],
    ['Harbour Home Loans Pty Ltd', ''],
    ['', ''],
  ])('greets "%s" as "%s"', (name, said) => {
    const facts = {
      name,
      what: 'offer' as const,
      product: 'Flex',
      url: 'https://example.com',
      decisionsUrl: null,
    }
    expect(nameIn(greeted.mail('link_requested', lender, facts))).toBe(said)
  })

  test.each([
    ['Mary Jane', 'Mary Jane'],
    ['Petra', 'Petra'],
    ['PETRA', 'Petra'],
    ['Dr Petra', 'Petra'],
    ['Petra J.', 'Petra'],
    ['P.', ''],
    ['Smith, Petra', 'Petra'],
  ])('greets an applicant whose first name is "%s" as "%s"', (firstName, said) => {
    const facts = { firstName, statusUrl: 'https://example.com' }
    expect(nameIn(greeted.mail('application_received', lender, facts))).toBe(said)
  })
})
