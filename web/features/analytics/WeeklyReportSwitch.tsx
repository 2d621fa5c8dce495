import type { ReactElement } from 'react'
import { getReportSubscription, setReportSubscription } from '#contract/dashboard/reports.ts'
import { messageOf } from '#web/api/api-error.ts'
import { useRefusal } from '#web/api/session.ts'
import { useRead } from '#web/api/use-read.ts'
import { useWrite } from '#web/api/use-write.ts'
import { SwitchField } from '#web/ui/ChoiceFields.tsx'
import { toastError, toastSuccess } from '#web/ui/toast.ts'

interface WeeklyReportSwitchProps {
  label: string
  help?: string
}

/** Whether the signed-in person gets last week's figures by mail every Monday. */
export function WeeklyReportSwitch({ label, help }: WeeklyReportSwitchProps): ReactElement | null {
  const refusal = useRefusal('own_reports.write')
  const { data, isError } = useRead(getReportSubscription, undefined, { enabled: refusal === null })
  const save = useWrite(setReportSubscription, {
    onSuccess: ({ weekly }) =>
      toastSuccess(
        weekly
          ? 'You get last week’s figures by email on Mondays at 7 am, Sydney time'
          : 'No more emails of last week’s figures',
      ),
    onError: (error) => toastError(messageOf(error, 'Failed to save. Please try again.')),
  })
  // next to figures an error hides it; alone in its panel it shows the error
  if (refusal !== null || (isError && help === undefined)) return null
  return (
    <SwitchField
      label={label}
      help={isError ? 'This setting could not be loaded. Reload the page to try again.' : help}
      disabled={!data}
      checked={Boolean(data && (save.isPending ? !data.weekly : data.weekly))}
      onChange={(event) => save.mutate({ body: { weekly: event.target.checked } })}
    />
  )
}
