import type { ReactElement } from 'react'
import { getVoiceSettings, updateVoiceSettings, voiceSettings } from '#contract/calls/voice-settings.ts'
import type { AnswerOf } from '#web/api/call.ts'
import { useRead } from '#web/api/use-read.ts'
import { formatDate } from '#web/lib/dates.ts'
import { field } from '#web/lib/form.ts'
import { SelectField } from '#web/ui/SelectField.tsx'
import { SettingsForm, SettingsPanel } from '#web/ui/SettingsForm.tsx'

type Settings = AnswerOf<typeof getVoiceSettings>

const valuesOf = ({ model, voice, language, ambience }: Settings) => ({ model, voice, language, ambience })

/** Model, voice, language and background sound of the agent in calls through Vapi. */
export function VoicePanel(): ReactElement {
  return (
    <SettingsPanel
      title="How the agent speaks"
      read={useRead(getVoiceSettings)}
      loadingText="Loading..."
      failure="How the agent speaks could not be loaded."
      skeleton="h-24"
    >
      {(settings) => <VoiceForm settings={settings} />}
    </SettingsPanel>
  )
}

function VoiceForm({ settings }: { settings: Settings }): ReactElement {
  const { options, checkedOn, warnings } = settings
  return (
    <SettingsForm
      endpoint={updateVoiceSettings}
      schema={voiceSettings}
      record={settings}
      toForm={valuesOf}
      right="organisation.write"
      keepAs="Voice"
      success="Saved. The agent speaks like this from the next call"
      failure="Failed to save. Please try again."
      save="Save"
    >
      {({ form, readOnly }) => (
        <>
          <p className="max-w-2xl text-ink-soft">
            In calls through Vapi. Make a test call to hear it. Lists as of {formatDate(checkedOn)}.
          </p>
          {warnings.map((warning) => (
            <p key={warning} role="status" className="rounded-lg bg-amber-soft px-3 py-2 text-amber-ink">
              {warning}
            </p>
          ))}
          <div className="grid gap-4 sm:grid-cols-2 lg:grid-cols-4">
            <SelectField
              label="Model"
              options={options.model}
              disabled={readOnly}
              {...field(form, 'model')}
            />
            <SelectField
              label="Voice"
              options={options.voice}
              disabled={readOnly}
              {...field(form, 'voice')}
            />
            <SelectField
              label="Language understood"
              options={options.language}
              disabled={readOnly}
              {...field(form, 'language')}
            />
            <SelectField
              label="Background"
              options={options.ambience}
              disabled={readOnly}
              {...field(form, 'ambience')}
            />
          </div>
        </>
      )}
    </SettingsForm>
  )
}
