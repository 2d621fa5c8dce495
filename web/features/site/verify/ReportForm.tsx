import type { ReactElement } from 'react'
import { MAX_REPORT } from '#contract/messages/verification.ts'
import { Button } from '../ui/Button.tsx'
import { Card } from '../ui/Container.tsx'
import { TextAreaField, TextField } from '../ui/TextField.tsx'

interface ReportFormProps {
  number?: string
  code?: string
  details?: string
  error?: string
}

/** Reports a call or message that was not the lender's. With a code that was checked, one button is enough. */
export function ReportForm({ number, code, details, error }: ReportFormProps): ReactElement {
  const isChecked = number !== undefined && error === undefined
  return (
    <Card>
      <h2 className="text-title font-semibold">Report it</h2>
      <form method="post" action="/verify/report" className="mt-4 flex flex-col gap-5">
        {isChecked ? (
          <input type="hidden" name="number" value={number} />
        ) : (
          <TextField
            label="Your phone number"
            help="The number that was called or got the message"
            name="number"
            type="tel"
            autoComplete="tel"
            maxLength={40}
            required
            defaultValue={number}
            error={error}
          />
        )}
        <input type="hidden" name="code" value={code ?? ''} />
        <TextAreaField
          label="What happened? (optional)"
          help="When, from which number, and what they wanted. Leave out passwords and account numbers."
          name="details"
          maxLength={MAX_REPORT}
          defaultValue={details}
        />
        <Button
          type="submit"
          variant={isChecked ? 'danger' : 'secondary'}
          className="max-sm:w-full sm:self-start"
        >
          Report this call or message
        </Button>
      </form>
    </Card>
  )
}
