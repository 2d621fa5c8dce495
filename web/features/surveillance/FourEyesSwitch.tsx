import type { ReactElement } from 'react'
import { getSurveillanceSettings, updateSurveillanceSettings } from '#contract/surveillance/surveillance.ts'
import { messageOf } from '#web/api/api-error.ts'
import { useRefusal } from '#web/api/session.ts'
import { useRead } from '#web/api/use-read.ts'
import { useWrite } from '#web/api/use-write.ts'
import { SwitchField } from '#web/ui/ChoiceFields.tsx'
import { toastError } from '#web/ui/toast.ts'

/** Whether a suspension needs two people; admins decide. */
export function FourEyesSwitch(): ReactElement | null {
  const { data } = useRead(getSurveillanceSettings)
  const refusal = useRefusal('organisation.write')
  const save = useWrite(updateSurveillanceSettings, {
    onError: (error) => toastError(messageOf(error, 'Failed to save the setting')),
  })
  if (!data) return null
  return (
    <SwitchField
      label="Require a second approver to suspend"
      help={refusal ?? <span className="max-md:sr-only">One proposes, another confirms.</span>}
      checked={save.isPending ? !data.fourEyes : data.fourEyes}
      disabled={Boolean(refusal)}
      onChange={(event) => save.isPending || save.mutate({ body: { fourEyes: event.target.checked } })}
    />
  )
}
