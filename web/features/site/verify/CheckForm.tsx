import type { ReactElement } from 'react'
import { Button } from '../ui/Button.tsx'
import { TextField } from '../ui/TextField.tsx'

interface CheckFormProps {
  number?: string
  code?: string
  fields?: { number?: string; code?: string }
}

export function CheckForm({ number, code, fields = {} }: CheckFormProps): ReactElement {
  return (
    <form method="post" action="/verify" className="flex flex-col gap-5">
      <TextField
        label="Your phone number"
        help="The number that was called or got the message"
        name="number"
        type="tel"
        autoComplete="tel"
        maxLength={40}
        required
        defaultValue={number}
        error={fields.number}
      />
      <TextField
        label="Code"
        help="Six letters and digits, such as K7P2QX"
        name="code"
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        maxLength={40}
        required
        defaultValue={code}
        error={fields.code}
      />
      <Button type="submit" variant="primary" className="max-sm:w-full sm:self-start">
        Check
      </Button>
    </form>
  )
}
