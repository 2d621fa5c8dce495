import type { ReactElement } from 'react'
import { Link } from 'react-router'
import { shortDayName } from '#contract/calendar.ts'
import type { Campaign } from '#contract/campaigns/campaigns.ts'
import { costText } from '#web/features/analytics/costs.ts'
import { ABSENT, formatNumber, formatPercent } from '#web/lib/format.ts'
import { pathTo } from '#web/routes/path-to.ts'
import { LiveValue } from '#web/ui/LiveValue.tsx'
import type { Column } from '#web/ui/table-columns.ts'
import { StateLine } from './CampaignState.tsx'
import { type Finishes, finishText } from './finish-text.ts'
import { NextStep } from './NextStep.tsx'

/** A campaign with its forecast, as a row of the table. */
export interface CampaignRow {
  campaign: Campaign
  /** undefined while it is computed. */
  finishesAt: Finishes
}

/** Columns of the table of campaigns. */
export const campaignColumns: readonly Column<CampaignRow>[] = [
  {
    id: 'name',
    header: 'Campaign',
    cell: ({ campaign }) => <NameCell campaign={campaign} />,
    value: ({ campaign }) => campaign.name.toLowerCase(),
    always: true,
    phone: 'title',
    onPhone: ({ campaign }) => campaign.name,
  },
  {
    id: 'state',
    header: 'State',
    cell: ({ campaign }) => <StateLine campaign={campaign} isInTable />,
    width: '15.5rem',
    wrap: true,
    phone: 'second',
  },
  {
    id: 'pace',
    header: 'Pace',
    cell: ({ campaign }) => <LiveValue value={paceCell(campaign)} />,
    onPhone: ({ campaign }) => campaign.lastMinute > 0 && paceCell(campaign),
    value: ({ campaign }) => campaign.lastMinute,
    align: 'end',
    width: '4.75rem',
    phone: 'labelled',
  },
  {
    id: 'responseRate',
    header: 'Response rate',
    cell: ({ campaign }) => formatPercent(campaign.responseRate),
    value: ({ campaign }) => campaign.responseRate,
    align: 'end',
    width: '8rem',
    phone: 'labelled',
  },
  {
    id: 'meetings',
    header: 'Meetings',
    cell: ({ campaign }) => <MeetingsCell campaign={campaign} />,
    value: ({ campaign }) => campaign.meetings,
    align: 'end',
    width: '6.25rem',
    phone: 'labelled',
  },
  {
    id: 'cost',
    header: 'Cost',
    cell: ({ campaign }) => costText(campaign.cost),
    align: 'end',
    width: '5.5rem',
    wide: true,
    phone: 'labelled',
  },
  {
    id: 'firstDay',
    header: 'First day',
    cell: ({ campaign }) => (campaign.firstDay ? shortDayName(campaign.firstDay) : ABSENT),
    value: ({ campaign }) => campaign.firstDay,
    width: '6.5rem',
    wide: true,
    phone: 'labelled',
  },
  {
    id: 'finish',
    header: 'Expected finish',
    cell: ({ campaign, finishesAt }) => finishText(campaign, finishesAt),
    width: '10.25rem',
    wrap: true,
    phone: 'labelled',
  },
  {
    id: 'actions',
    header: 'Next action',
    cell: ({ campaign }) => <NextStep campaign={campaign} />,
    width: '7.5rem',
  },
]

/** Calls of the last minute; a dash where it does not call. */
const paceCell = ({ lastMinute }: Campaign): string =>
  lastMinute === 0 ? ABSENT : `${formatNumber(lastMinute)}/min`

function NameCell({ campaign: { id, name } }: { campaign: Campaign }): ReactElement {
  return (
    <Link to={pathTo.campaign(id)} className="rounded font-medium hover:text-link hover:underline">
      {name}
    </Link>
  )
}

/** '12 of 40' where the campaign has a target. */
function MeetingsCell({ campaign }: { campaign: Campaign }): ReactElement {
  const { id, meetings, meetingsTarget } = campaign
  return (
    <Link
      to={`/bookings?period=all&status=not_cancelled&test=false&campaignId=${id}`}
      className="rounded hover:text-link hover:underline"
    >
      {formatNumber(meetings)}
      {meetingsTarget !== null && <span className="text-ink-soft"> of {formatNumber(meetingsTarget)}</span>}
    </Link>
  )
}
