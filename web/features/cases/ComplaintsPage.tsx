import { MessageSquareWarning, Plus } from 'lucide-react'
import { type ReactElement, type ReactNode, useState } from 'react'
import {
  complaintChannelLabels,
  complaintChannels,
  complaintStatuses,
  complaintStatusLabels,
  exportComplaints,
  listComplaints,
} from '#contract/contests/complaints.ts'
import { urlOf } from '#web/api/call.ts'
import { useRefusal } from '#web/api/session.ts'
import { useList } from '#web/api/use-read.ts'
import { useOpenRecord } from '#web/lib/use-open-record.ts'
import { countChanged, useUrlState } from '#web/lib/use-url-state.ts'
import { Button } from '#web/ui/Button.tsx'
import { Panel } from '#web/ui/Card.tsx'
import { ChipButton } from '#web/ui/ChipButton.tsx'
import { DataTable, listProps } from '#web/ui/DataTable.tsx'
import { DayRange } from '#web/ui/DayRange.tsx'
import { DownloadButton } from '#web/ui/DownloadButton.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { FilterBar, Filters } from '#web/ui/Filters.tsx'
import { lazyPanel } from '#web/ui/lazily.tsx'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { SearchField } from '#web/ui/SearchField.tsx'
import { Select } from '#web/ui/SelectField.tsx'
import { CaseTabs } from './CaseTabs.tsx'
import { complaintColumns } from './complaint-columns.tsx'
import { RecordComplaintDialog } from './RecordComplaintDialog.tsx'

const ComplaintPanel = lazyPanel(async () => (await import('./ComplaintPanel.tsx')).ComplaintPanel)

const LIST = 'complaints'
const filters = { q: '', status: '', channel: '', from: '', to: '', late: '' }
const statusOptions = [
  { value: '', label: 'All states' },
  ...complaintStatuses.map((value) => ({ value, label: complaintStatusLabels[value] })),
]
const channelOptions = [
  { value: '', label: 'All channels' },
  ...complaintChannels.map((value) => ({ value, label: complaintChannelLabels[value] })),
]

/** Complaints about calls, with their clock. */
export function ComplaintsPage(): ReactElement {
  const { isOpen } = useOpenRecord('complaint')
  const [isRecording, setRecording] = useState(false)
  const refusal = useRefusal('complaints.record')
  const readRefusal = useRefusal('complaints.read')
  const { query } = useComplaintQuery()
  const record = (variant: 'primary' | 'secondary'): ReactElement => (
    <Button variant={variant} icon={Plus} disabledReason={refusal} onClick={() => setRecording(true)}>
      Record a complaint
    </Button>
  )
  return (
    <>
      <PageHeader
        title="Complaints"
        subtitle="Complaints about calls: acknowledged within 24 hours, answered by a person within 30 days."
        actions={
          <>
            <DownloadButton
              url={urlOf(exportComplaints, undefined, query)}
              fallbackName="complaints.csv"
              failure="Failed to export the complaints"
              disabledReason={readRefusal}
            >
              Export CSV
            </DownloadButton>
            {record('primary')}
          </>
        }
      />
      <CaseTabs />
      <ComplaintTable record={record('secondary')} />
      {isOpen && <ComplaintPanel />}
      {isRecording && <RecordComplaintDialog onClose={() => setRecording(false)} />}
    </>
  )
}

function useComplaintQuery() {
  const [chosen, choose] = useUrlState(filters)
  const status = complaintStatuses.find((one) => one === chosen.status)
  const channel = complaintChannels.find((one) => one === chosen.channel)
  const { q, from, to, late } = chosen
  const query = {
    ...{ ...(q && { q }), ...(status && { status }), ...(channel && { channel }) },
    ...{ ...(from && { from }), ...(to && { to }), ...(late === 'true' && { late: 'true' as const }) },
  }
  const mistake = from && to && from > to ? 'The first day is after the last.' : null
  return { chosen, choose, query, mistake }
}

function ComplaintTable({ record }: { record: ReactNode }): ReactElement {
  const { chosen, choose, query, mistake } = useComplaintQuery()
  const { id, open } = useOpenRecord('complaint')
  const readRefusal = useRefusal('complaints.read')
  const list = useList(listComplaints, { query }, { enabled: readRefusal === null && mistake === null })
  if (readRefusal) {
    return (
      <EmptyState icon={MessageSquareWarning} title={readRefusal}>
        You can record a complaint; they read and answer it.
      </EmptyState>
    )
  }
  return (
    <Panel title="Complaints" flush hideTitle>
      <DataTable
        id={LIST}
        label="Complaints"
        noun="complaints"
        columns={complaintColumns}
        rowKey={(complaint) => complaint.id}
        {...listProps(list)}
        loadingText="Loading complaints..."
        isFiltered={Object.keys(query).length > 0}
        onClearFilters={() => choose(filters)}
        onOpen={(complaint) => open(complaint.id, LIST)}
        openLabel={({ id: number }) => `Open complaint no. ${number}`}
        selectedKey={id}
        toolbar={
          <>
            <FilterBar>
              <SearchField label="Search complaints" value={chosen.q} onChange={(q) => choose({ q })} />
              <Filters
                count={countChanged(chosen, filters, ['status', 'channel', 'from', 'to'])}
                onClear={() => choose({ status: '', channel: '', from: '', to: '' })}
              >
                <Select
                  aria-label="State"
                  options={statusOptions}
                  value={chosen.status}
                  onChange={(event) => choose({ status: event.target.value })}
                />
                <Select
                  aria-label="Channel"
                  options={channelOptions}
                  value={chosen.channel}
                  onChange={(event) => choose({ channel: event.target.value })}
                />
                <DayRange from={chosen.from} to={chosen.to} mistake={mistake} onChange={choose} />
              </Filters>
            </FilterBar>
            <ChipButton
              pressed={chosen.late === 'true'}
              onToggle={() => choose({ late: chosen.late === 'true' ? '' : 'true' })}
            >
              Late
            </ChipButton>
          </>
        }
        empty={
          <EmptyState icon={MessageSquareWarning} title="No complaints" action={record}>
            A complaint appears here when somebody complains in the portal or on the public page, or when it
            is recorded by hand.
          </EmptyState>
        }
      />
    </Panel>
  )
}
