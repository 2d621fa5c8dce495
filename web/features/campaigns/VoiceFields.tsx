import type { ReactElement } from 'react'
import { useWatch } from 'react-hook-form'
import { personalities } from '#contract/campaigns/campaigns.ts'
import { field } from '#web/lib/form.ts'
import { SelectField } from '#web/ui/SelectField.tsx'
import type { CampaignForm } from './campaign-form.ts'
import { FormSection } from './FormSection.tsx'
import { ScriptField } from './ScriptField.tsx'

const personalityOptions = personalities.map((value) => ({
  value,
  label: value.charAt(0).toUpperCase() + value.slice(1),
}))

interface VoiceFieldsProps {
  form: CampaignForm
  /** A preview next to it shows the errors of the script. */
  isPreviewed?: boolean
}

export function VoiceFields({ form, isPreviewed = false }: VoiceFieldsProps): ReactElement {
  return (
    <FormSection title="Voice">
      <p className="-mt-3 text-xs text-ink-soft">
        Every call opens with who is calling and for whom, that it is an AI, that it is recorded and how to
        stop. That greeting is added automatically.
      </p>
      <ScriptField
        form={form}
        name="callScript"
        label="Call script"
        required
        max={4000}
        rows={4}
        withPlaceholders
        help="Read word for word where the AI voice is not available."
        placeholder="Hi {{firstName}}, {{product}} is now at {{rate}}. Press 1 for the details by SMS …"
      />
      {!isPreviewed && <RateMissing form={form} />}
      <ScriptField
        form={form}
        name="aiPrompt"
        label="AI prompt"
        max={20_000}
        rows={4}
        withPlaceholders
        help="What the AI voice should achieve and may say; takes precedence over the call script."
      />
      <div className="grid gap-4 md:grid-cols-2">
        <SelectField
          label="AI personality"
          options={personalityOptions}
          help="The voice and manner of the call"
          {...field(form, 'aiPersonality')}
        />
      </div>
      <ScriptField
        form={form}
        name="aiInstructions"
        label="AI instructions"
        max={20_000}
        rows={2}
        withPlaceholders
        help="Manner and limits: what to avoid, how to answer common questions."
      />
    </FormSection>
  )
}

/** A script with the rate placeholder in a campaign without a rate. */
function RateMissing({ form }: { form: CampaignForm }): ReactElement | null {
  const [rate, ...texts] = useWatch({ control: form.control, name: ['rate', 'callScript', 'aiPrompt'] })
  const saysRate = texts.some((text) => /\{\{\s*rate\s*\}\}/.test(text ?? ''))
  if (!saysRate || (rate !== '' && rate != null)) return null
  return (
    <p role="status" className="-mt-2 text-xs text-amber-ink">
      {'The script says {{rate}}, and this campaign has no rate: brokers would hear “our current rate”.'}
    </p>
  )
}
