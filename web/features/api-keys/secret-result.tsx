import type { ReactNode } from 'react'
import { Button } from '#web/ui/Button.tsx'
import { CopyField } from '#web/ui/CopyField.tsx'

interface Shown {
  label: string
  secret: string
  /** Where it is used. */
  help: string
  onClose: () => void
}

/** Replaces a form once the secret is made: it is shown this one time. */
export function secretResult({ label, secret, help, onClose }: Shown): {
  body: ReactNode
  footer: ReactNode
} {
  return {
    body: (
      <div className="flex flex-col gap-3">
        <p>Copy it now and keep it where your program reads its secrets. It is not shown again.</p>
        <CopyField label={label} value={secret} help={help} wrap />
      </div>
    ),
    footer: (
      <Button variant="primary" onClick={onClose}>
        I have copied it
      </Button>
    ),
  }
}
