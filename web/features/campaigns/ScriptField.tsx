import { type ReactElement, useRef } from 'react'
import { useWatch } from 'react-hook-form'
import { placeholders } from '#contract/campaigns/campaigns.ts'
import { field } from '#web/lib/form.ts'
import { formatNumber } from '#web/lib/format.ts'
import { cx } from '#web/ui/cx.ts'
import { TextAreaField } from '#web/ui/TextField.tsx'
import type { CampaignForm } from './campaign-form.ts'

interface ScriptFieldProps {
  form: CampaignForm
  name: 'callScript' | 'aiPrompt' | 'aiInstructions' | 'description'
  label: string
  /** Characters. */
  max: number
  rows?: number
  required?: boolean
  help?: string
  placeholder?: string
  /** Offers the placeholders that calls fill in: first name, company, product, rate. */
  withPlaceholders?: boolean
}

/** A long text field with a character count and, for scripts, the available placeholders. */
export function ScriptField({ form, name, max, withPlaceholders, ...look }: ScriptFieldProps): ReactElement {
  const area = useRef<HTMLTextAreaElement | null>(null)
  const { ref, ...binding } = field(form, name)
  const value = useWatch({ control: form.control, name }) ?? ''
  const insert = (placeholder: string): void => {
    const element = area.current
    if (!element) return
    element.setRangeText(`{{${placeholder}}}`, element.selectionStart, element.selectionEnd, 'end')
    form.setValue(name, element.value, { shouldDirty: true, shouldValidate: form.formState.isSubmitted })
    element.focus()
  }
  return (
    <div className="flex min-w-0 flex-col gap-1">
      <TextAreaField
        {...look}
        {...binding}
        ref={(element) => {
          ref(element)
          area.current = element
        }}
      />
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 text-xs text-ink-soft">
        {withPlaceholders ? (
          // biome-ignore lint/a11y/useSemanticElements: buttons that belong together, no fields to set apart
          <div role="group" aria-label="Placeholders" className="flex flex-wrap items-center gap-1">
            <span aria-hidden>Insert</span>
            {placeholders.map((placeholder) => (
              <button
                key={placeholder}
                type="button"
                onClick={() => insert(placeholder)}
                className="rounded border border-line bg-sunken px-1.5 py-0.5 hover:bg-hover hover:text-ink max-md:py-2"
              >
                {`{{${placeholder}}}`}
              </button>
            ))}
          </div>
        ) : (
          <span />
        )}
        <span className={cx('tabular ml-auto', value.length > max && 'font-medium text-red-ink')}>
          {formatNumber(value.length)} of {formatNumber(max)} characters
        </span>
      </div>
    </div>
  )
}
