import { type ReactElement, useState } from 'react'
import { setNumberSource } from '#contract/brokers/number-source.ts'
import { ApiError, messageOf } from '#web/api/api-error.ts'
import { useRefusal } from '#web/api/session.ts'
import { useWrite } from '#web/api/use-write.ts'
import { countOf } from '#web/lib/format.ts'
import { Button } from '#web/ui/Button.tsx'
import { Form } from '#web/ui/Form.tsx'
import { FormButtons } from '#web/ui/FormButtons.tsx'
import { TextField } from '#web/ui/TextField.tsx'
import { toastError, toastSuccess } from '#web/ui/toast.ts'

interface NumberSourceFormProps {
  /** Brokers whose number has no recorded source. */
  brokers: number
  onSaved: () => void
}

/** Records the source of numbers, which a live campaign reads to a broker who asks. */
export function NumberSourceForm({ brokers, onSaved }: NumberSourceFormProps): ReactElement {
  const [words, setWords] = useState('')
  const refusal = useRefusal('brokers.write')
  const save = useWrite(setNumberSource, {
    onSuccess: ({ changed }) => {
      toastSuccess(`Recorded for ${countOf(changed, 'broker')}`)
      onSaved()
    },
    onError: (error) => {
      if (error instanceof ApiError && error.fields.numberSource) return
      toastError(messageOf(error, 'Failed to save. Please try again.'))
    },
  })
  return (
    <Form
      label="Source of these numbers (required for live calls)"
      className="flex flex-col gap-3 rounded-lg bg-amber-soft p-3"
      onSubmit={() => save.mutate({ body: { numberSource: words } })}
    >
      <p className="text-amber-ink">
        Brokers who ask must be told where their number comes from. No source is recorded for{' '}
        {countOf(brokers, 'broker')}.
      </p>
      <TextField
        label="Source of these numbers"
        help="Read as: “We have your number from …”"
        placeholder="the directory of your association"
        autoComplete="off"
        value={words}
        error={save.error instanceof ApiError ? save.error.fields.numberSource : undefined}
        onChange={(event) => setWords(event.target.value)}
      />
      <FormButtons>
        <Button type="submit" disabledReason={refusal} pending={save.isPending} pendingText="Saving...">
          Save
        </Button>
      </FormButtons>
    </Form>
  )
}
