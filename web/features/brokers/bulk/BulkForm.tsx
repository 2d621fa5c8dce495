import type { ReactElement, ReactNode } from 'react'
import { FormDialog } from '#web/ui/FormDialog.tsx'

export interface BulkFormProps {
  title: string
  description: ReactNode
  submit: string
  dirty: boolean
  danger?: boolean
  /** The change cannot start yet, e.g. without a selection. */
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
