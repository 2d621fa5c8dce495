import type { ReactElement, ReactNode } from 'react'
import { FormDialog } from '#web/ui/FormDialog.tsx'

export interface BulkFormProps {
  title: string
  description: ReactNode
  submit: string
  dirty: boolean
  danger?: boolean
  /** Why it cannot be done yet, e.g. nothing is chosen. */
  disabled?: boolean
  write: { isPending: boolean }
  onSubmit: () => void
  onClose: () => void
  children: ReactNode
}

/** A form for a bulk change of the selected brokers. */
export function BulkForm({ onSubmit, ...props }: BulkFormProps): ReactElement {
  return (
    <FormDialog
      {...props}
      pendingText="Starting..."
      onSubmit={(event) => {
        event.preventDefault()
        onSubmit()
      }}
    />
  )
}
