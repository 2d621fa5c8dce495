import { Pencil, Plus, Trash2, UsersRound } from 'lucide-react'
import { type ReactElement, useMemo, useState } from 'react'
import { type Audience, deleteAudience, exportAudience, listAudiences } from '#contract/brokers/audiences.ts'
import { messageOf } from '#web/api/api-error.ts'
import { urlOf } from '#web/api/call.ts'
import { useRefusal } from '#web/api/session.ts'
import { useRead } from '#web/api/use-read.ts'
import { useWrite } from '#web/api/use-write.ts'
import { BrokerTabs } from '#web/features/brokers/BrokerTabs.tsx'
import { formatDateTime, formatTime } from '#web/lib/dates.ts'
import { countOf, formatNumber } from '#web/lib/format.ts'
import { Button } from '#web/ui/Button.tsx'
import { Panel } from '#web/ui/Card.tsx'
import { confirm } from '#web/ui/confirm.ts'
import { DataTable, readProps } from '#web/ui/DataTable.tsx'
import { DownloadButton } from '#web/ui/DownloadButton.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { IconButton } from '#web/ui/IconButton.tsx'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import type { Column } from '#web/ui/table-columns.ts'
import { toastError, toastSuccess } from '#web/ui/toast.ts'
import { AudienceDialog } from './AudienceDialog.tsx'
import { ruleText } from './rule-texts.ts'
import { useRuleNames } from './use-rule-names.ts'

/** Named groups of brokers by rules, which campaigns call. */
export function AudiencesPage(): ReactElement {
  const read = useRead(listAudiences)
  const refusal = useRefusal('audiences.write')
  const [shown, setShown] = useState<Audience | 'new' | null>(null)
  const columns = useMemo(() => columnsWith(setShown), [])
  const add = (
    <Button variant="primary" icon={Plus} disabledReason={refusal} onClick={() => setShown('new')}>
      New audience
    </Button>
  )
  return (
    <>
      <PageHeader
        title="Audiences"
        subtitle="Groups of brokers, defined by rules and kept up to date. A campaign can call one of them."
        actions={add}
      />
      <BrokerTabs />
      <Panel title="Audiences" flush hideTitle>
        <DataTable
          id="audiences"
          label="Audiences"
          noun="audiences"
          columns={columns}
          rowKey={({ id }: Audience) => id}
          {...readProps(read)}
          loadingText="Loading audiences..."
          empty={
            <EmptyState icon={UsersRound} title="No audiences yet" action={add}>
              Group brokers by tier, region, last loan, documents and more.
            </EmptyState>
          }
        />
      </Panel>
      {shown && <AudienceDialog audience={shown === 'new' ? null : shown} onClose={() => setShown(null)} />}
    </>
  )
}

const columnsWith = (edit: (audience: Audience) => void): readonly Column<Audience>[] => [
  {
    id: 'name',
    header: 'Audience',
    cell: ({ name }) => <span className="font-medium">{name}</span>,
    value: ({ name }) => name,
    always: true,
    phone: 'title',
    width: '16rem',
    wrap: true,
  },
  {
    id: 'rules',
    header: 'Rules',
    cell: (audience) => <Rules audience={audience} />,
    wrap: true,
    phone: 'second',
    onPhone: (audience) => <RulesLine audience={audience} />,
  },
  {
    id: 'brokers',
    header: 'Brokers',
    cell: (audience) => <BrokersOf audience={audience} />,
    value: ({ brokers }) => brokers,
    align: 'end',
    width: '9rem',
    phone: 'second',
    onPhone: ({ brokers, countedAt }) =>
      brokers === null ? 'Not counted yet' : `${countOf(brokers, 'broker')} · ${countedText(countedAt)}`,
  },
  {
    id: 'campaigns',
    header: 'Called by',
    cell: ({ campaigns }) => campaigns.join(', ') || <span className="text-ink-soft">No campaign</span>,
    width: '13rem',
    wide: true,
    wrap: true,
    phone: 'labelled',
    onPhone: ({ campaigns }) => campaigns.join(', ') || 'no campaign',
  },
  {
    id: 'actions',
    header: 'Actions',
    cell: (audience) => <Actions audience={audience} onEdit={() => edit(audience)} />,
    width: '14rem',
  },
]

const HALF_A_DAY = 12 * 3_600_000

/** 'Counted at 10:02 am', with the day where that was long ago. */
function countedText(countedAt: string | null): string {
  const isRecent = countedAt !== null && Date.now() - Date.parse(countedAt) < HALF_A_DAY
  return isRecent ? `Counted at ${formatTime(countedAt)}` : `Counted ${formatDateTime(countedAt)}`
}

function BrokersOf({ audience: { brokers, countedAt } }: { audience: Audience }): ReactElement {
  if (brokers === null) return <span className="text-ink-soft">Not counted yet</span>
  return (
    <span className="flex flex-col">
      <span className="tabular">{formatNumber(brokers)}</span>
      <span className="text-xs text-ink-soft">{countedText(countedAt)}</span>
    </span>
  )
}

/** The same in one line. */
function RulesLine({ audience: { rules, problems } }: { audience: Audience }): ReactElement {
  const names = useRuleNames()
  return (
    <>
      {rules.map((rule) => ruleText(rule, names)).join(', ') || 'All brokers'}
      {problems.length > 0 && <span className="text-red-ink">{`. ${problems.join(' ')}`}</span>}
    </>
  )
}

function Rules({ audience: { rules, problems } }: { audience: Audience }): ReactElement {
  const names = useRuleNames()
  return (
    <span className="flex flex-col">
      {rules.length === 0 && 'All brokers'}
      {rules.map((rule) => (
        <span key={JSON.stringify(rule)}>{ruleText(rule, names)}</span>
      ))}
      {problems.map((problem) => (
        <span key={problem} className="text-red-ink">
          {problem}
        </span>
      ))}
    </span>
  )
}

function Actions({ audience, onEdit }: { audience: Audience; onEdit: () => void }): ReactElement {
  const { id, name, campaigns } = audience
  const refusal = useRefusal('audiences.write')
  const remove = useWrite(deleteAudience, {
    onSuccess: () => toastSuccess(`${name} was deleted`),
    onError: (error) => toastError(messageOf(error, 'Failed to delete the audience')),
  })
  const ask = async (): Promise<void> => {
    const sure = await confirm({
      title: `Delete ${name}?`,
      body: 'The brokers stay in the directory.',
      action: 'Delete audience',
      danger: true,
    })
    if (sure) remove.mutate({ params: { id } })
  }
  return (
    <span className="flex items-center gap-1">
      <DownloadButton
        url={urlOf(exportAudience, { id })}
        fallbackName="audience.csv"
        failure="Failed to export the audience"
      >
        Export
      </DownloadButton>
      <IconButton label={`Edit ${name}`} icon={Pencil} disabledReason={refusal} onClick={onEdit} />
      <IconButton
        label={`Delete ${name}`}
        icon={Trash2}
        variant="remove"
        disabledReason={refusal ?? (campaigns.length > 0 ? `Called by ${campaigns.join(', ')}.` : null)}
        onClick={() => void ask()}
      />
    </span>
  )
}
