import type { ReactElement } from 'react'
import type { AudienceRule } from '#contract/brokers/audiences.ts'
import { memberships, regions } from '#contract/brokers/brokers.ts'
import { tiers } from '#contract/scoring/scorecards.ts'
import { useAggregatorOptions } from '#web/features/brokers/use-aggregator-options.ts'
import { Select } from '#web/ui/SelectField.tsx'
import { Input } from '#web/ui/TextField.tsx'
import {
  accreditationChoices,
  accreditationTexts,
  documentStates,
  documentTexts,
  registerStates,
  registerTexts,
  responseLabels,
  responses,
} from './rule-texts.ts'
import type { useRuleNames } from './use-rule-names.ts'

interface RuleFieldsProps {
  rule: AudienceRule
  names: ReturnType<typeof useRuleNames>
  onChange: (rule: AudienceRule) => void
}

/** The editable fields of a rule. */
export function RuleFields({ rule, names, onChange }: RuleFieldsProps): ReactElement | null {
  switch (rule.kind) {
    case 'tier':
      return (
        <Several
          label="Tiers"
          all={tiers}
          chosen={rule.tiers}
          onChange={(next) => onChange({ ...rule, tiers: next })}
        />
      )
    case 'region':
      return (
        <Several
          label="Regions"
          all={regions}
          chosen={rule.regions}
          onChange={(next) => onChange({ ...rule, regions: next })}
        />
      )
    case 'membership':
      return (
        <Several
          label="Memberships"
          all={memberships}
          chosen={rule.memberships}
          onChange={(next) => onChange({ ...rule, memberships: next })}
        />
      )
    case 'accreditation':
      return (
        <Several
          label="Accreditation"
          all={accreditationChoices}
          texts={accreditationTexts}
          chosen={rule.states}
          onChange={(next) => onChange({ ...rule, states: next })}
        />
      )
    case 'last_loan':
    case 'last_contact':
      return (
        <>
          <Select
            aria-label="Within or not"
            options={[
              { value: 'true', label: 'In the last' },
              { value: 'false', label: 'Not in the last' },
            ]}
            value={String(rule.within)}
            onChange={(event) => onChange({ ...rule, within: event.target.value === 'true' })}
          />
          <Days days={rule.days} onChange={(days) => onChange({ ...rule, days })} />
        </>
      )
    case 'document':
      return (
        <>
          <Choice
            label="Document"
            all={documentStates}
            texts={documentTexts}
            value={rule.state}
            onChange={(state) => onChange({ ...rule, state })}
          />
          {rule.state === 'expires' && (
            <Days days={rule.days} onChange={(days) => onChange({ ...rule, days })} />
          )}
        </>
      )
    case 'response':
      return (
        <>
          <Select
            aria-label="Campaign"
            options={names.campaigns}
            value={String(rule.campaignId)}
            onChange={(event) => onChange({ ...rule, campaignId: Number(event.target.value) })}
          />
          <Choice
            label="Response"
            all={responses}
            texts={responseLabels}
            value={rule.response}
            onChange={(response) => onChange({ ...rule, response })}
          />
        </>
      )
    case 'bdm':
      return (
        <Select
          aria-label="BDM"
          options={names.bdms}
          value={String(rule.bdmId)}
          onChange={(event) => onChange({ ...rule, bdmId: Number(event.target.value) })}
        />
      )
    case 'aggregator':
      return (
        <Aggregators
          chosen={rule.aggregators}
          onChange={(aggregators) => onChange({ ...rule, aggregators })}
        />
      )
    case 'register':
      return (
        <Choice
          label="Register"
          all={registerStates}
          texts={registerTexts}
          value={rule.state}
          onChange={(state) => onChange({ ...rule, state })}
        />
      )
    case 'list':
      return (
        <span className="text-ink-soft">
          Add or remove brokers in the directory, by selecting them there.
        </span>
      )
    default:
      return null
  }
}

interface SeveralProps<Item extends string> {
  label: string
  all: readonly Item[]
  texts?: Record<Item, string>
  chosen: readonly string[]
  onChange: (chosen: Item[]) => void
}

/** Any of a few. */
function Several<Item extends string>({
  label,
  all,
  texts,
  chosen,
  onChange,
}: SeveralProps<Item>): ReactElement {
  return (
    <fieldset className="flex flex-wrap gap-x-3 gap-y-1">
      <legend className="sr-only">{label}</legend>
      {all.map((item) => (
        <label key={item} className="inline-flex min-h-6 items-center gap-1.5 max-md:min-h-11">
          <input
            type="checkbox"
            className="size-4 accent-(--bl-primary)"
            checked={chosen.includes(item)}
            onChange={(event) =>
              onChange(all.filter((one) => (one === item ? event.target.checked : chosen.includes(one))))
            }
          />
          {texts?.[item] ?? item}
        </label>
      ))}
    </fieldset>
  )
}

interface ChoiceProps<Item extends string> {
  label: string
  all: readonly Item[]
  texts: Record<Item, string>
  value: Item
  onChange: (value: Item) => void
}

function Choice<Item extends string>({
  label,
  all,
  texts,
  value,
  onChange,
}: ChoiceProps<Item>): ReactElement {
  return (
    <Select
      aria-label={label}
      options={all.map((item) => ({ value: item, label: texts[item] }))}
      value={value}
      onChange={(event) => {
        const next = all.find((item) => item === event.target.value)
        if (next) onChange(next)
      }}
    />
  )
}

function Days({ days, onChange }: { days: number; onChange: (days: number) => void }): ReactElement {
  return (
    <span className="inline-flex items-center gap-2">
      <Input
        aria-label="Days"
        type="number"
        min={1}
        max={3650}
        className="w-20"
        value={Number.isNaN(days) ? '' : days}
        onChange={(event) => onChange(event.target.valueAsNumber)}
      />
      days
    </span>
  )
}

function Aggregators({
  chosen,
  onChange,
}: {
  chosen: readonly string[]
  onChange: (chosen: string[]) => void
}): ReactElement {
  const known = useAggregatorOptions()
    .map(({ value }) => value)
    .filter((value) => value !== '' && value !== 'none')
  const all = [...new Set([...known, ...chosen])]
  if (all.length === 0) return <span className="text-ink-soft">No broker has an aggregator yet.</span>
  return <Several label="Aggregators" all={all} chosen={chosen} onChange={onChange} />
}
