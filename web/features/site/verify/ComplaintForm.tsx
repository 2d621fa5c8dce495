import type { ReactElement } from 'react'
import type { ComplaintTexts } from '#contract/microsites/verify-page.ts'
import { Button } from '../ui/Button.tsx'
import { Card } from '../ui/Container.tsx'
import { HiddenField } from '../ui/HiddenField.tsx'
import { TextAreaField, TextField } from '../ui/TextField.tsx'

interface ComplaintFormProps extends Partial<ComplaintTexts> {
  formTime: string
}

/** Complains about a call or message, also one that was the lender's. */
export function ComplaintForm({ formTime, fields = {}, ...typed }: ComplaintFormProps): ReactElement {
  return (
    <Card>
      <h2 className="text-title font-semibold">Complain to us</h2>
      <form method="post" action="/verify/complaint" className="mt-4 flex flex-col gap-5">
        <TextAreaField
          label="What went wrong?"
          help="Say when it was. Leave out passwords and account numbers."
          name="words"
          maxLength={4000}
          required
          defaultValue={typed.words}
          error={fields.words}
        />
        <TextField
          label="Your name (optional)"
          name="name"
          autoComplete="name"
          maxLength={200}
          defaultValue={typed.name}
          error={fields.name}
        />
        <TextField
          label="Your email"
          help="For our confirmation and our answer. A phone number is enough too."
          name="email"
          type="email"
          autoComplete="email"
          maxLength={320}
          defaultValue={typed.email}
          error={fields.email}
        />
        <TextField
          label="Your phone number"
          help="The number that was called or got the message"
          name="phone"
          type="tel"
          autoComplete="tel"
          maxLength={60}
          defaultValue={typed.phone}
          error={fields.phone}
        />
        <HiddenField name="formCheck" />
        <input type="hidden" name="formTime" value={formTime} />
        <Button type="submit" variant="secondary" className="max-sm:w-full sm:self-start">
          Send complaint
        </Button>
      </form>
    </Card>
  )
}
