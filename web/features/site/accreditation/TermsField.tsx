import type { ReactElement } from 'react'
import type { Lender } from '#contract/microsites/pages.ts'
import { webLink } from '#web/features/site/links.ts'
import { CheckboxField } from '#web/features/site/ui/CheckboxField.tsx'

interface TermsFieldProps {
  lender: Lender
  defaultChecked: boolean
  error: string | undefined
}

/** The required consent; both documents can be read without leaving the form. */
export function TermsField({ lender, defaultChecked, error }: TermsFieldProps): ReactElement {
  return (
    <CheckboxField
      name="acceptedTerms"
      required
      defaultChecked={defaultChecked}
      error={error}
      help="You must accept the terms and conditions to proceed."
      label={
        <>
          I agree to the <Paper href={lender.termsUrl} text="Terms and Conditions" /> and{' '}
          <Paper href={lender.privacyUrl} text="Privacy Policy" /> <span className="text-red-ink">*</span>
        </>
      }
    />
  )
}

function Paper({ href, text }: { href: string; text: string }): ReactElement {
  const link = webLink(href)
  if (!link) return <>{text}</>
  return (
    <a href={link} target="_blank" rel="noopener noreferrer" className="font-medium text-link underline">
      {text}
    </a>
  )
}
