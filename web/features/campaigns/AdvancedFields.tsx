import { type ReactElement, useEffect, useState } from 'react'
import type { CampaignForm } from './campaign-form.ts'
import { NumberField } from './NumberField.tsx'

const names = ['comparisonRate', 'maxConcurrentCalls', 'meetingsTarget', 'budget'] as const

/** Fields that most campaigns leave at their defaults; opens automatically when one of them has an error. */
export function AdvancedFields({ form, isEdit }: { form: CampaignForm; isEdit: boolean }): ReactElement {
  const [isOpen, setOpen] = useState(false)
  const { errors } = form.formState
  const wrong = names.find((name) => errors[name])
  const { setFocus } = form
  useEffect(() => {
    if (wrong && !isOpen) {
      setOpen(true)
      // fields in a closed section cannot be focused
      requestAnimationFrame(() => setFocus(wrong))
    }
  }, [wrong, isOpen, setFocus])
  return (
    <details
      open={isOpen}
      onToggle={(event) => setOpen(event.currentTarget.open)}
      className="border-t border-line pt-4"
    >
      <summary className="rounded py-1 text-sm font-semibold">Advanced</summary>
      <div className="mt-3 grid gap-4 md:grid-cols-2">
        <NumberField form={form} name="comparisonRate" isEdit={isEdit} />
        <NumberField form={form} name="maxConcurrentCalls" isEdit={isEdit} />
        <NumberField form={form} name="meetingsTarget" isEdit={isEdit} />
        <NumberField form={form} name="budget" isEdit={isEdit} />
      </div>
    </details>
  )
}
