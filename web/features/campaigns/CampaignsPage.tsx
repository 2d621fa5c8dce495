import { Bookmark, LayoutGrid, Megaphone, Plus, Table2 } from 'lucide-react'
import { type ReactElement, useState } from 'react'
import { campaignStatuses, listCampaigns } from '#contract/campaigns/campaigns.ts'
import { useRefusal } from '#web/api/session.ts'
import { useList } from '#web/api/use-read.ts'
import { useUrlState } from '#web/lib/use-url-state.ts'
import { Button } from '#web/ui/Button.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { Pager } from '#web/ui/Pager.tsx'
import { SearchField } from '#web/ui/SearchField.tsx'
import { Select } from '#web/ui/SelectField.tsx'
import { ViewSwitch } from '#web/ui/ViewSwitch.tsx'
import { CampaignCard } from './CampaignCard.tsx'
import { CampaignsSkeleton } from './CampaignsSkeleton.tsx'
import { CampaignTable } from './CampaignTable.tsx'
import { CreateCampaignDialog } from './CreateCampaignDialog.tsx'
import { campaignStatusLabels } from './campaign-status.ts'
import { TemplatesDialog } from './editor/TemplatesDialog.tsx'

const defaults = { q: '', status: '' }
/** Cards or the table. */
const first = { view: 'cards' }

const views = [
  { value: 'cards', label: 'Cards', icon: LayoutGrid },
  { value: 'table', label: 'Table', icon: Table2 },
] as const
/** Opened from elsewhere, e.g. the search. */
const asked = { create: '' }
const PAGE_SIZE = 24

const statusOptions = [
  { value: '', label: 'All statuses' },
  ...campaignStatuses.map((value) => ({ value, label: campaignStatusLabels[value] })),
]

/** Every campaign, newest first: as cards, or in one table. */
export function CampaignsPage(): ReactElement {
  const [isCreating, setOpen] = useState(false)
  const [{ create: isAsked }, setAsked] = useUrlState(asked)
  const [isManaging, setManaging] = useState(false)
  const [filters, setFilters] = useUrlState(defaults)
  const refusal = useRefusal('campaigns.write')
  const status = campaignStatuses.find((each) => each === filters.status)
  const query = { limit: PAGE_SIZE, ...(filters.q ? { q: filters.q } : {}), ...(status ? { status } : {}) }
  const list = useList(listCampaigns, { query })
  const [{ view }, setView] = useUrlState(first)
  const isTable = view === 'table'
  const isFiltered = filters.q !== '' || status !== undefined
  const setCreating = (open: boolean): void => {
    setOpen(open)
    if (!open) setAsked({ create: '' })
  }
  const create = (label: string): ReactElement => (
    <Button variant="primary" icon={Plus} disabledReason={refusal} onClick={() => setCreating(true)}>
      {label}
    </Button>
  )
  const isEmpty = list.items?.length === 0
  return (
    <>
      <PageHeader
        title="Campaigns"
        subtitle="Offers that brokers are called about."
        actions={
          (!isEmpty || isFiltered) && (
            <>
              <Button icon={Bookmark} onClick={() => setManaging(true)}>
                Templates
              </Button>
              {create('New Campaign')}
            </>
          )
        }
      />
      {(!isEmpty || isFiltered) && (
        <div className="mb-4 flex flex-wrap items-center gap-2">
          <SearchField label="Search campaigns" value={filters.q} onChange={(q) => setFilters({ q })} />
          <Select
            aria-label="Status"
            options={statusOptions}
            value={status ?? ''}
            onChange={(event) => setFilters({ status: event.target.value })}
            className="max-md:min-w-0 max-md:flex-1"
          />
          <span className="ml-auto max-md:ml-0">
            <ViewSwitch
              views={views}
              value={isTable ? 'table' : 'cards'}
              onChange={(value) => setView({ view: value })}
            />
          </span>
        </div>
      )}
      {isTable && !isEmpty && <CampaignTable list={list} />}
      {!isTable && list.items && list.items.length > 0 && (
        <>
          <ul className="grid grid-cols-1 gap-4 md:grid-cols-2 xl:grid-cols-3">
            {list.items.map((campaign) => (
              <li key={campaign.id} className="flex min-w-0 *:min-w-0 *:flex-1">
                <CampaignCard campaign={campaign} />
              </li>
            ))}
          </ul>
          <div className="-mx-4 mt-2">
            <Pager noun="campaigns" shown={list.items.length} total={list.total} more={list} />
          </div>
        </>
      )}
      {isEmpty &&
        (isFiltered ? (
          <EmptyState
            title="No campaigns match these filters"
            action={<Button onClick={() => setFilters(defaults)}>Clear filters</Button>}
          />
        ) : (
          <EmptyState icon={Megaphone} title="No campaigns yet" action={create('Create Campaign')}>
            A campaign combines an offer, a call script and calling hours.
          </EmptyState>
        ))}
      {!isTable && !list.items && list.error && (
        <ErrorState title="The campaigns could not be loaded." error={list.error} onRetry={list.retry} />
      )}
      {!isTable && list.isLoading && <CampaignsSkeleton />}
      {isManaging && <TemplatesDialog onClose={() => setManaging(false)} />}
      {(isCreating || (isAsked !== '' && refusal === null)) && (
        <CreateCampaignDialog onClose={() => setCreating(false)} />
      )}
    </>
  )
}
