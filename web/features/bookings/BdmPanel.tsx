import { Pencil } from 'lucide-react'
import { type ReactElement, useState } from 'react'
import { Link } from 'react-router'
import { type Bdm, listBdms } from '#contract/bookings/bdms.ts'
import { useRefusal } from '#web/api/session.ts'
import { useRead } from '#web/api/use-read.ts'
import { ABSENT, countOf, formatPhone } from '#web/lib/format.ts'
import { useOpenRecord } from '#web/lib/use-open-record.ts'
import { pathTo } from '#web/routes/path-to.ts'
import { StatusDot } from '#web/ui/Badge.tsx'
import { Button, ButtonLink } from '#web/ui/Button.tsx'
import { lazyDialog } from '#web/ui/lazily.tsx'
import { Facts, PanelSection } from '#web/ui/PanelSection.tsx'
import { RecordPanel } from '#web/ui/RecordPanel.tsx'
import { BdmCalendar } from './BdmCalendar.tsx'
import { BdmLeave } from './BdmLeave.tsx'
import { blockLines, callHoursText, weekLines } from './bdm-labels.ts'

const BdmDialog = lazyDialog(async () => (await import('./BdmDialog.tsx')).BdmDialog)

/** The details of the BDM that the address names (?manager=3). */
export function BdmPanel(): ReactElement {
  const open = useOpenRecord('manager')
  const [isEditing, setEditing] = useState(false)
  const refusal = useRefusal('bookings.write')
  const { data, error, refetch } = useRead(listBdms, undefined, { enabled: open.id !== null })
  const bdm = data?.find(({ id }) => id === open.id)
  return (
    <RecordPanel
      noun="BDM"
      open={open}
      read={{ data: bdm, error, refetch }}
      isMissing={data !== undefined}
      title={bdm?.name ?? 'BDM'}
      description={bdm && (bdm.active ? 'Taking meetings' : 'Not taking new meetings')}
      footer={
        bdm && (
          <>
            <ButtonLink to={pathTo.brief(bdm.id)}>Brief for today</ButtonLink>
            <Button variant="primary" icon={Pencil} disabledReason={refusal} onClick={() => setEditing(true)}>
              Edit
            </Button>
          </>
        )
      }
      skeleton={['h-20', 'mt-4 h-24', 'mt-4 h-16']}
    >
      {(loaded) => (
        <>
          <BdmFacts bdm={loaded} />
          <Week bdm={loaded} />
          <BdmLeave bdm={loaded} />
          <BdmCalendar bdm={loaded} />
          {isEditing && <BdmDialog bdm={loaded} onClose={() => setEditing(false)} />}
        </>
      )}
    </RecordPanel>
  )
}

function BdmFacts({ bdm }: { bdm: Bdm }): ReactElement {
  return (
    <PanelSection title="Profile">
      <Facts
        facts={[
          {
            label: 'Status',
            value: (
              <StatusDot
                tone={bdm.active ? 'green' : 'grey'}
                label={bdm.active ? 'Active' : 'Not taking meetings'}
              />
            ),
          },
          {
            label: 'Email',
            value: (
              <a href={`mailto:${bdm.email}`} className="link break-all">
                {bdm.email}
              </a>
            ),
          },
          { label: 'Phone', value: formatPhone(bdm.phone) },
          { label: 'Takes calls', value: callHoursText(bdm) },
          {
            label: 'Video link',
            value: bdm.videoLink ? (
              <a href={bdm.videoLink} target="_blank" rel="noreferrer" className="link break-all">
                {bdm.videoLink}
              </a>
            ) : (
              'Default of the organisation'
            ),
          },
          { label: 'Regions', value: bdm.regions.join(', ') || 'All regions' },
          {
            label: 'Upcoming meetings',
            value: (
              <Link to={`/bookings?bdm=${bdm.id}&status=booked`} className="link">
                {countOf(bdm.upcoming, 'meeting')}
              </Link>
            ),
          },
        ]}
      />
    </PanelSection>
  )
}

function Week({ bdm }: { bdm: Bdm }): ReactElement {
  const hours = weekLines(bdm.hours).map(({ days, times }) => ({ label: days, value: times }))
  const blocks = blockLines(bdm.blocks)
  return (
    <PanelSection title="Week">
      <p className="mb-2 text-xs text-ink-soft">
        60-minute slots in Sydney time; none on weekends and public holidays.
      </p>
      <Facts facts={hours.length > 0 ? hours : [{ label: 'Hours', value: ABSENT }]} />
      <h4 className="mt-3 mb-1 text-xs font-medium text-ink-soft">Recurring blocks</h4>
      {blocks.length === 0 && <p className="text-ink-soft">None</p>}
      {blocks.length > 0 && (
        <Facts
          facts={blocks.map(({ days, times, reason }) => ({
            label: days,
            value: reason ? `${times}, ${reason}` : times,
          }))}
        />
      )}
    </PanelSection>
  )
}
