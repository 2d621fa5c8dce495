import type { ReactElement } from 'react'
import {
  type CallingRules,
  type RuleSet,
  type RuleState,
  recordingRuleLabels,
  spanText,
} from '#contract/campaigns/calling-rules.ts'
import { formatDateTime } from '#web/lib/dates.ts'
import { countOf } from '#web/lib/format.ts'
import { Badge } from '#web/ui/Badge.tsx'
import { Panel } from '#web/ui/Card.tsx'
import { Facts } from '#web/ui/PanelSection.tsx'
import type { Tone } from '#web/ui/tone.ts'

const states: Record<RuleState, { label: string; tone: Tone }> = {
  draft: { label: 'Draft', tone: 'blue' },
  planned: { label: 'Planned', tone: 'blue' },
  in_force: { label: 'In force', tone: 'green' },
  lapsed: { label: 'Past its end', tone: 'red' },
  past: { label: 'Replaced', tone: 'grey' },
}

/** The published versions, the newest first. */
export function RulesVersions({ versions }: { versions: readonly CallingRules[] }): ReactElement {
  return (
    <Panel title="Published versions">
      <ul className="flex flex-col divide-y divide-line">
        {versions.map((one) => (
          <li key={one.id} className="flex flex-col gap-2 py-4 first:pt-0 last:pb-0">
            <div className="flex flex-wrap items-center gap-2">
              <h3 className="font-semibold">{`Version ${one.version}`}</h3>
              <Badge tone={states[one.state].tone}>{states[one.state].label}</Badge>
            </div>
            <Facts
              facts={[{ label: 'Valid', value: validText(one) }, ...rulesFacts(one.rules), ...originOf(one)]}
            />
          </li>
        ))}
      </ul>
    </Panel>
  )
}

const originOf = ({ source, note, publishedAt, publishedBy }: CallingRules) => [
  { label: 'Source', value: source },
  note !== '' && { label: 'Note', value: note },
  publishedBy !== null &&
    publishedAt !== null && { label: 'Published', value: `${formatDateTime(publishedAt)} by ${publishedBy}` },
]

function validText({ validFrom, validTo }: CallingRules): string {
  const from = validFrom ? `From ${formatDateTime(validFrom)}` : 'From the beginning'
  return validTo ? `${from} until ${formatDateTime(validTo)}` : from
}

const rulesFacts = (rules: RuleSet) => [
  {
    label: 'Hours',
    value: `Monday to Friday ${spanText(rules.weekday)}, ${rules.saturday ? `Saturday ${spanText(rules.saturday)}` : 'no Saturdays'}, no Sundays and public holidays`,
  },
  {
    label: 'Calls',
    value: `${countOf(rules.dialsPerCampaign, 'call')} to a broker in a campaign, ${rules.dialsPerNumber} to a number in ${countOf(rules.capDays, 'day')}, and the next after ${countOf(rules.coolingOffDays, 'day')}`,
  },
  {
    label: 'Required words',
    value: rules.words.length > 0 ? rules.words.join(' ') : 'Those of every greeting, and no others',
  },
  { label: 'Recording', value: recordingRuleLabels[rules.recording] },
]
