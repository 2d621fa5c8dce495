import type { ReactElement } from 'react'
import { tiers } from '#contract/scoring/scorecards.ts'
import { OVERRIDE_MONTHS, scoreDetails, updateTier } from '#contract/scoring/scoring.ts'
import { messageOf } from '#web/api/api-error.ts'
import { useRefusal } from '#web/api/session.ts'
import { useRead } from '#web/api/use-read.ts'
import { useWrite } from '#web/api/use-write.ts'
import { field, showServerErrors, useZodForm } from '#web/lib/form.ts'
import { FormDialog } from '#web/ui/FormDialog.tsx'
import { SelectField } from '#web/ui/SelectField.tsx'
import { TextAreaField } from '#web/ui/TextField.tsx'
import { toastError, toastSuccess } from '#web/ui/toast.ts'
import { figure, monthText } from './score-labels.ts'

interface OverrideDialogProps {
  brokerId: number
  month: string
  onClose: () => void
}

const fields = updateTier.body.pick({ tier: true, reason: true })

/** Sets a tier by hand, with the reason. */
export function OverrideDialog({ brokerId, month, onClose }: OverrideDialogProps): ReactElement | null {
  const { data } = useRead(scoreDetails, { params: { id: brokerId, month } })
  const refusal = useRefusal('scoring.override')
  const form = useZodForm(fields, { reason: '' })
  const change = useWrite(updateTier, {
    refresh: ['brokers'],
    onSuccess: ({ broker, score }) => {
      toastSuccess(`${broker.name} is ${score.tier} for ${monthText(month)}`)
      onClose()
    },
    onError: (error) => {
      if (!showServerErrors(form, error))
        toastError(messageOf(error, 'Failed to update broker tier'), 'Update Failed')
    },
  })
  if (!data) return null
  const { score, broker } = data
  const [tier, reason] = form.watch(['tier', 'reason'])
  // undefined until chosen, contrary to its type
  const isComplete = Boolean(tier) && reason.trim() !== ''
  return (
    <FormDialog
      onClose={onClose}
      title={`Override the tier of ${broker.name}`}
      description={`${monthText(month)}: ${figure(score.overallScore)} points, calculated as ${score.calculatedTier}. It holds for ${OVERRIDE_MONTHS} months, or until a calculation comes to another tier.`}
      dirty={form.formState.isDirty}
      write={change}
      submit="Override tier"
      pendingText="Saving..."
      disabled={!isComplete}
      disabledReason={refusal}
      onSubmit={form.handleSubmit((body) =>
        change.mutate({ body: { ...body, brokerId, scoreMonth: month } }),
      )}
    >
      <SelectField
        label="Tier"
        required
        options={[
          { value: '', label: 'Choose a tier' },
          ...tiers.map((value) => ({ value, label: value, disabled: value === score.tier })),
        ]}
        {...field(form, 'tier')}
      />
      <TextAreaField
        label="Reason"
        required
        help="The broker reads it in the portal."
        {...field(form, 'reason')}
      />
    </FormDialog>
  )
}
