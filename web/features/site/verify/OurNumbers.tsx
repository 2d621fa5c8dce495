import type { ReactElement } from 'react'
import type { Lender } from '#contract/microsites/pages.ts'
import type { OwnNumbers } from '#contract/microsites/verify-page.ts'
import { FactList } from '../ui/Container.tsx'

/** The numbers that calls and messages come from. A number alone proves nothing, because callers can fake it. */
export function OurNumbers({ numbers, lender }: { numbers: OwnNumbers; lender: Lender }): ReactElement {
  const facts = [
    ['Calls from', numbers.calls],
    ['Texts from', numbers.sms],
    ['Emails from', numbers.email],
    ['Call us on', lender.contactPhone ? [lender.contactPhone] : []],
  ] satisfies [string, string[]][]
  return (
    <section aria-labelledby="numbers" className="border-t border-line pt-8">
      <h2 id="numbers" className="text-title font-semibold">
        Our numbers
      </h2>
      <p className="mt-2 mb-4 max-w-prose text-ink-soft">
        A caller can show any number, so a number alone proves nothing. The code does. Programs can read{' '}
        <a className="text-link underline" href="/.well-known/brokerline-numbers.json">
          our signed list of numbers
        </a>
        .
      </p>
      <FactList
        facts={facts.flatMap(([name, values]): [string, string][] =>
          values.length > 0 ? [[name, values.join(', ')]] : [],
        )}
      />
    </section>
  )
}
