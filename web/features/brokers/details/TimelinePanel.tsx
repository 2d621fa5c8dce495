import type { ReactElement } from 'react'
import { type TimelineKind, timelineKinds } from '#contract/brokers/timeline.ts'
import { useUrlState } from '#web/lib/use-url-state.ts'
import { Panel } from '#web/ui/Card.tsx'
import { Select } from '#web/ui/SelectField.tsx'
import { TimelineList } from '../BrokerTimeline.tsx'

const labels: Record<TimelineKind, string> = {
  calls: 'Calls and decisions',
  messages: 'Messages',
  visits: 'Visits',
  meetings: 'Meetings',
  accreditation: 'Accreditation and documents',
  compliance: 'Compliance',
  changes: 'Changes to the record',
}

const options = [
  { value: '', label: 'Everything' },
  ...timelineKinds.map((kind) => ({ value: kind, label: labels[kind] })),
]

/** About as high as the record next to it. */
const PAGE_SIZE = 8

/** The broker's timeline, optionally of one kind; the choice is held in the URL. */
export function TimelinePanel({ brokerId }: { brokerId: number }): ReactElement {
  const [{ kind }, set] = useUrlState({ kind: '' })
  const known = timelineKinds.find((each) => each === kind)
  return (
    <Panel
      title="Timeline"
      actions={
        <Select
          aria-label="Show in the timeline"
          options={options}
          value={known ?? ''}
          onChange={(event) => set({ kind: event.target.value })}
          className="max-md:w-52"
        />
      }
    >
      <TimelineList key={known ?? 'all'} brokerId={brokerId} kind={known} pageSize={PAGE_SIZE} />
    </Panel>
  )
}
