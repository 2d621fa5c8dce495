import type { MailFacts, Pages } from '#contract/microsites/pages.ts'
import { greetingName, writtenGiven } from '#server/input/person-name.ts'

/** Mails greet by the spoken form of a name: their facts hold names as written, 'SMITH, JOHN' among them. */
export function withGreetings(pages: Pages): Pages {
  return { ...pages, mail: (kind, lender, facts) => pages.mail(kind, lender, greeted(facts)) }
}

/** `name` is a whole name, `firstName` what a person typed as the given name; an empty one greets without a name. */
function greeted<Facts extends MailFacts[keyof MailFacts]>(facts: Facts): Facts {
  const said = { ...facts }
  if ('name' in said) said.name = greetingName(said.name) ?? ''
  if ('firstName' in said) said.firstName = writtenGiven(said.firstName) ?? ''
  return said
}
