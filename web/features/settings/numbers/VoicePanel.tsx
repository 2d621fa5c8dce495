import type { ReactElement } from 'react'
import { getVoiceSettings, updateVoiceSettings, voiceSettings } from '#contract/voice-settings.ts'
import type { AnswerOf } from '#web/api/call.ts'
import { useRefusal } from '#web/api/session.ts'
import { useRead } from '#web/api/use-read.ts'
import { formatDate } from '#web/lib/dates.ts'
import { field, useZodForm } from '#web/lib/form.ts'
import { useFormEdit } from '#web/lib/use-edit.ts'
import { useFormWrite } from '#web/lib/use-form-write.ts'
import { useLeaveGuard } from '#web/lib/use-leave-guard.ts'
import { useSavedForm } from '#web/lib/use-saved-form.ts'
import { Button } from '#web/ui/Button.tsx'
import { Panel } from '#web/ui/Card.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { Form } from '#web/ui/Form.tsx'
import { SelectField } from '#web/ui/SelectField.tsx'
import { Loading, Skeleton } from '#web/ui/Skeleton.tsx'

type Settings = AnswerOf<typeof getVoiceSettings>

const valuesOf = ({ model, voice, language, ambience }: Settings) => ({ model, voice, language, ambience })

/** Model, voice, language and background sound of the agent in calls through Vapi. */
export function VoicePanel(): ReactElement {
  const { data, error, refetch } = useRead(getVoiceSettings)
  return (
    <Panel title="How the agent speaks">
      {data ? (
        <VoiceForm settings={data} />
      ) : error ? (
        <ErrorState
          title="How the agent speaks could not be loaded."
          error={error}
          onRetry={() => void refetch()}
        />
      ) : (
        <Loading text="Loading...">
          <Skeleton className="h-24" />
        </Loading>
      )}
    </Panel>
  )
}

function VoiceForm({ settings }: { settings: Settings }): ReactElement {
  const { options, checkedOn, warnings } = settings
  const refusal = useRefusal('organisation.write')
  const form = useZodForm(voiceSettings, valuesOf(settings))
  const edit = useFormEdit(updateVoiceSettings, form, { record: settings, toForm: valuesOf })
  const { isDirty } = form.formState
  useLeaveGuard(isDirty)
  const saving = useSavedForm(form)
  const save = useFormWrite(form, updateVoiceSettings, {
    edit,
    success: 'Saved. The agent speaks like this from the next call',
    failure: 'Failed to save. Please try again.',
    onSuccess: (saved) => saving.show(voiceSettings.parse(saved)),
  })
  const disabled = refusal !== null
  return (
    <Form
      edit={edit}
      keepAs="Voice"
      onSubmit={form.handleSubmit(saving.from((body) => save.mutate({ body })))}
    >
      <p className="max-w-2xl text-ink-soft">
        In calls through Vapi. Make a test call to hear it. Lists as of {formatDate(checkedOn)}.
      </p>
      {warnings.map((warning) => (
        <p key={warning} role="status" className="rounded-lg bg-amber-soft px-3 py-2 text-amber-ink">
          {warning}
        </p>
      ))}
      <div className="grid gap-4 sm:grid-cols-2 lg:grid-cols-4">
        <SelectField label="Model" options={options.model} disabled={disabled} {...field(form, 'model')} />
        <SelectField label="Voice" options={options.voice} disabled={disabled} {...field(form, 'voice')} />
        <SelectField
          label="Language understood"
          options={options.language}
          disabled={disabled}
          {...field(form, 'language')}
        />
        <SelectField
          label="Background"
          options={options.ambience}
          disabled={disabled}
          {...field(form, 'ambience')}
        />
      </div>
      <div>
        <Button
          type="submit"
          disabledReason={refusal ?? (isDirty ? null : 'Nothing has changed yet.')}
          pending={save.isPending}
          pendingText="Saving..."
        >
          Save
        </Button>
      </div>
    </Form>
  )
}
