import { type ReactElement, useState } from 'react'
import { z } from 'zod'
import { field, useZodForm } from '#web/lib/form.ts'
import { FormDialog } from '#web/ui/FormDialog.tsx'
import { SelectField } from '#web/ui/SelectField.tsx'
import { secretResult } from './secret-result.tsx'

const overlaps = [
  { value: '0', label: 'Not at all: it ends now' },
  { value: '1', label: '1 hour' },
  { value: '24', label: '24 hours' },
  { value: '168', label: '7 days' },
  { value: '720', label: '30 days' },
]

interface OverlapDialogProps {
  /** Of the key or webhook. */
  name: string
  /** 'API key' or 'Signing secret'. */
  label: string
  help: string
  write: { isPending: boolean }
  /** Makes the new secret. */
  rotate: (overlapHours: number, show: (secret: string) => void) => void
  onClose: () => void
}

/** Gives a key or webhook a new secret, which overlaps with the former one for a chosen time. */
export function OverlapDialog({
  name,
  label,
  help,
  write,
  rotate,
  onClose,
}: OverlapDialogProps): ReactElement {
  const [secret, setSecret] = useState<string | null>(null)
  const form = useZodForm(z.object({ overlap: z.string() }), { overlap: '24' })
  return (
    <FormDialog
      onClose={onClose}
      title={`Rotate ${name}`}
      description="A new secret is made and shown once. The former one remains valid for the time that you choose."
      dirty={form.formState.isDirty}
      write={write}
      submit="Make new secret"
      pendingText="Making..."
      onSubmit={form.handleSubmit(({ overlap }) => rotate(Number(overlap), setSecret))}
      result={secret !== null && secretResult({ label, secret, help, onClose })}
    >
      <SelectField
        label="The former secret remains valid for"
        options={overlaps}
        {...field(form, 'overlap')}
      />
    </FormDialog>
  )
}
