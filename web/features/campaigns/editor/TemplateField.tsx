import { type ReactElement, useEffect, useRef, useState } from 'react'
import { type CampaignTemplate, listTemplates } from '#contract/campaigns/campaign-templates.ts'
import type { CampaignInput } from '#contract/campaigns/campaigns.ts'
import { useRead } from '#web/api/use-read.ts'
import { confirm } from '#web/ui/confirm.ts'
import { SelectField } from '#web/ui/SelectField.tsx'
import type { CampaignForm } from '../campaign-form.ts'
import { TemplatesDialog } from './TemplatesDialog.tsx'
import { valuesOfTemplate } from './template-values.ts'

interface TemplateFieldProps {
  form: CampaignForm
  fill: (values: CampaignInput) => void
  /** The template that the page was opened with, by its number; empty: none. */
  first: string
}

/** A template to start from; shown once there is one. */
export function TemplateField({ form, fill, first }: TemplateFieldProps): ReactElement | null {
  const { data: templates = [] } = useRead(listTemplates)
  const [chosen, setChosen] = useState('')
  const [isManaging, setManaging] = useState(false)
  const use = (template: CampaignTemplate): void => {
    setChosen(String(template.id))
    fill(valuesOfTemplate(template, form.getValues()))
    if (template.audienceGone) {
      form.setError('audienceId', { message: 'The audience of this template was deleted: choose another' })
    }
  }
  const choose = async (value: string): Promise<void> => {
    const template = templates.find(({ id }) => String(id) === value)
    if (!template) return setChosen('')
    const isAsked = form.formState.isDirty && value !== chosen
    const yes =
      !isAsked ||
      (await confirm({
        title: `Use ${template.name}?`,
        body: 'It takes the place of what you have typed, except the campaign name.',
        action: 'Use template',
      }))
    if (yes) use(template)
  }
  const opened = useRef(first)
  const wanted = templates.find(({ id }) => String(id) === opened.current)
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, as soon as the template is loaded
  useEffect(() => {
    if (!wanted) return
    opened.current = ''
    use(wanted)
  }, [wanted])
  if (templates.length === 0) return null
  return (
    <div className="flex flex-wrap items-end gap-3 border-b border-line pb-5">
      <SelectField
        label="Start from a template"
        className="min-w-60 flex-1"
        options={[
          { value: '', label: 'No template' },
          ...templates.map(({ id, name }) => ({ value: String(id), label: name })),
        ]}
        value={templates.some(({ id }) => String(id) === chosen) ? chosen : ''}
        onChange={(event) => void choose(event.target.value)}
      />
      <button
        type="button"
        onClick={() => setManaging(true)}
        className="link underline h-8 font-medium max-md:h-11"
      >
        Manage templates
      </button>
      {isManaging && <TemplatesDialog onClose={() => setManaging(false)} />}
    </div>
  )
}
