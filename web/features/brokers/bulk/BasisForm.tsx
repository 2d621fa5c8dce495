import { type ReactElement, useState } from 'react'
import { type CallBasis, callBases, callBasisLabels } from '#contract/brokers/brokers.ts'
import { setBasisInBulk } from '#contract/brokers/bulk-changes.ts'
import { CheckboxField, RadioGroupField } from '#web/ui/ChoiceFields.tsx'
import { TextField } from '#web/ui/TextField.tsx'
import { callBasisTexts } from '../call-basis.ts'
import { BulkForm } from './BulkForm.tsx'
import { type BulkProps, useBulkWrite } from './use-bulk-write.ts'

const options = callBases.map((value) => ({
  value,
  label: callBasisLabels[value],
  help: callBasisTexts[value].meaning.replace(', and ends an earlier opt-out', ''),
}))

/** The statement that the user confirms for each of them. */
const confirmations: Record<CallBasis, string | null> = {
  express: 'I confirm that each of these brokers agreed to be called',
  relationship: 'I confirm that we have an existing relationship with each of these brokers',
  business_number: 'I confirm that each of these numbers is published for business',
  none: null,
}

export function BasisForm({ selection, chosen, onStarted, onClose }: BulkProps): ReactElement {
  const [basis, setBasis] = useState<CallBasis | null>(null)
  const [source, setSource] = useState('')
  const [since, setSince] = useState('')
  const [confirmed, setConfirmed] = useState(false)
  const { write, errors, clear } = useBulkWrite(setBasisInBulk, onStarted)
  const sourceLabel = basis && callBasisTexts[basis].source
  const confirmation = basis && confirmations[basis]
  const submit = (): void => {
    if (!basis) return
    const given = sourceLabel ? { callBasisSource: source, callBasisAt: since || null } : {}
    write.mutate({ body: { selection, callBasis: basis, ...given, confirmed } })
  }
  return (
    <BulkForm
      onClose={onClose}
      title="Set the call basis"
      description={`Of ${chosen}. Who has opted out stays opted out: a consent that ends an opt-out is recorded broker by broker.`}
      dirty={basis !== null || source !== '' || since !== ''}
      write={write}
      submit="Set call basis"
      disabled={basis === null}
      onSubmit={submit}
    >
      <RadioGroupField
        label="Call basis"
        options={options}
        value={basis ?? ''}
        onChange={(event) => {
          setBasis(callBases.find((each) => each === event.target.value) ?? null)
          setConfirmed(false)
          clear()
        }}
      />
      {sourceLabel && (
        <div className="grid items-start gap-4 md:grid-cols-[1fr_11rem]">
          <TextField
            label={sourceLabel}
            required={basis === 'express'}
            autoComplete="off"
            maxLength={300}
            value={source}
            error={errors.callBasisSource}
            onChange={(event) => {
              setSource(event.target.value)
              clear()
            }}
          />
          <TextField
            label="Since"
            type="date"
            help="Defaults to today"
            value={since}
            error={errors.callBasisAt}
            onChange={(event) => {
              setSince(event.target.value)
              clear()
            }}
          />
        </div>
      )}
      {confirmation && (
        <CheckboxField
          label={confirmation}
          help="Recorded in the audit log with your name."
          required
          checked={confirmed}
          error={errors.confirmed}
          onChange={(event) => {
            setConfirmed(event.target.checked)
            clear()
          }}
        />
      )}
    </BulkForm>
  )
}
