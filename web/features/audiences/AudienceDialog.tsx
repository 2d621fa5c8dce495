import { Sigma, X } from 'lucide-react'
import { type ReactElement, useState } from 'react'
import {
  type Audience,
  type AudienceRule,
  audienceRule,
  countAudience,
  createAudience,
  updateAudience,
} from '#contract/brokers/audiences.ts'
import { ApiError, messageOf } from '#web/api/api-error.ts'
import { useRefusal } from '#web/api/session.ts'
import { useWrite } from '#web/api/use-write.ts'
import { countOf } from '#web/lib/format.ts'
import { useEdit } from '#web/lib/use-edit.ts'
import { Button } from '#web/ui/Button.tsx'
import { FormDialog } from '#web/ui/FormDialog.tsx'
import { IconButton } from '#web/ui/IconButton.tsx'
import { Select } from '#web/ui/SelectField.tsx'
import { TextField } from '#web/ui/TextField.tsx'
import { toastError, toastSuccess } from '#web/ui/toast.ts'
import { RuleFields } from './RuleFields.tsx'
import { type AddedRuleKind, addedRuleKinds, newRule, ruleLabels } from './rule-texts.ts'
import { useRuleNames } from './use-rule-names.ts'

interface AudienceDialogProps {
  /** null: a new one. */
  audience: Audience | null
  onClose: () => void
}

interface Line {
  key: number
  rule: AudienceRule
}

const kinds = addedRuleKinds.map((value) => ({ value, label: ruleLabels[value] }))

/** Name and rules of an audience, counted on demand while they change. */
export function AudienceDialog({ audience, onClose }: AudienceDialogProps): ReactElement {
  const refusal = useRefusal('audiences.write')
  const names = useRuleNames()
  const [name, setName] = useState(audience?.name ?? '')
  const [lines, setLines] = useState<Line[]>(() =>
    (audience?.rules ?? []).map((rule, key) => ({ key, rule })),
  )
  const [isDirty, setDirty] = useState(false)
  const [errors, setErrors] = useState<Record<string, string>>({})
  const rules = lines.map(({ rule }) => rule)
  const options = {
    onSuccess: (saved: Audience) => {
      toastSuccess(`${saved.name} has ${countOf(saved.brokers ?? 0, 'broker')}`)
      onClose()
    },
    onError: (error: Error) => {
      if (error instanceof ApiError && Object.keys(error.fields).length > 0) setErrors(error.fields)
      else toastError(messageOf(error, 'Failed to save the audience'))
    },
  }
  const show = (next: { name: string; rules: readonly AudienceRule[] }): void => {
    setName(next.name)
    setLines(next.rules.map((rule, key) => ({ key, rule })))
    setDirty(true)
  }
  const edit = useEdit(
    updateAudience,
    { values: () => ({ name, rules }), show },
    { record: audience, toForm: ({ name, rules }) => ({ name, rules }) },
  )
  const create = useWrite(createAudience, options)
  const change = useWrite(updateAudience, { ...options, edit })
  const count = useWrite(countAudience, {
    onError: (error) => toastError(messageOf(error, 'Failed to count the brokers')),
  })
  const set = (next: Line[]): void => {
    setLines(next)
    setDirty(true)
    setErrors({})
    count.reset()
  }
  const add = (kind: AddedRuleKind): void =>
    set([
      ...lines,
      {
        key: 1 + Math.max(0, ...lines.map(({ key }) => key)),
        rule: newRule(kind, Number(names.campaigns[0]?.value ?? 0), Number(names.bdms[0]?.value ?? 0)),
      },
    ])
  const submit = (): void => {
    const found: Record<string, string> = name.trim() === '' ? { name: 'Give the audience a name' } : {}
    for (const [at, rule] of rules.entries()) {
      const { error } = audienceRule.safeParse(rule)
      if (error) found[`rules.${at}`] = error.issues[0]?.message ?? 'Check this rule'
    }
    setErrors(found)
    if (Object.keys(found).length > 0) return
    if (audience) change.mutate({ params: { id: audience.id }, body: { name, rules } })
    else create.mutate({ body: { name, rules } })
  }
  const errorOf = (at: number): string | undefined =>
    Object.entries(errors).find(([path]) => path === `rules.${at}` || path.startsWith(`rules.${at}.`))?.[1]
  return (
    <FormDialog
      onClose={onClose}
      width="lg"
      title={audience ? `Edit ${audience.name}` : 'New audience'}
      description="Brokers who match every rule. They are counted again each time the audience is used."
      dirty={isDirty}
      write={audience ? change : create}
      edit={edit}
      kept={{ values: () => ({ name, rules }), restore: ({ values }) => show({ name, rules, ...values }) }}
      submit="Save audience"
      pendingText="Saving..."
      disabledReason={refusal}
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
    >
      <TextField
        label="Name"
        required
        value={name}
        error={errors.name}
        onChange={(event) => {
          setName(event.target.value)
          setDirty(true)
          setErrors({})
        }}
      />
      <ul className="flex flex-col divide-y divide-line">
        {lines.map(({ key, rule }, at) => (
          <li key={key} className="py-2">
            <div className="flex flex-wrap items-center gap-2">
              <span className="min-w-36 font-medium">{ruleLabels[rule.kind]}</span>
              <Select
                aria-label={`Whether rule ${at + 1} holds`}
                options={[
                  { value: 'false', label: 'is' },
                  { value: 'true', label: 'is not' },
                ]}
                value={String(rule.not)}
                onChange={(event) =>
                  set(
                    lines.map((line) =>
                      line.key === key
                        ? { key, rule: { ...rule, not: event.target.value === 'true' } }
                        : line,
                    ),
                  )
                }
              />
              <RuleFields
                rule={rule}
                names={names}
                onChange={(next) => set(lines.map((line) => (line.key === key ? { key, rule: next } : line)))}
              />
              <span className="ml-auto">
                <IconButton
                  label={`Remove rule ${at + 1}`}
                  icon={X}
                  onClick={() => set(lines.filter((line) => line.key !== key))}
                />
              </span>
            </div>
            {errorOf(at) && (
              <p role="alert" className="mt-1 text-xs text-red-ink">
                {errorOf(at)}
              </p>
            )}
          </li>
        ))}
      </ul>
      {errors.rules && (
        <p role="alert" className="text-red-ink">
          {errors.rules}
        </p>
      )}
      <div className="flex flex-wrap items-center gap-3">
        <Select
          aria-label="Add a rule"
          options={[{ value: '', label: 'Add a rule about…' }, ...kinds]}
          value=""
          onChange={(event) => {
            const kind = kinds.find(({ value }) => value === event.target.value)?.value
            if (kind) add(kind)
          }}
        />
        <Button
          icon={Sigma}
          pending={count.isPending}
          pendingText="Counting..."
          onClick={() => count.mutate({ body: { rules } })}
        >
          Count
        </Button>
        <p role="status" className="font-medium">
          {count.data && countOf(count.data.brokers, 'broker')}
        </p>
      </div>
    </FormDialog>
  )
}
