import { ChartColumn, Globe, Plus } from 'lucide-react'
import { type ReactElement, useState } from 'react'
import { listMicrosites, type Microsite } from '#contract/microsites/microsites.ts'
import { useRefusal } from '#web/api/session.ts'
import { useList } from '#web/api/use-read.ts'
import { useUrlState } from '#web/lib/use-url-state.ts'
import { pathTo } from '#web/routes/path-to.ts'
import { Button, ButtonLink } from '#web/ui/Button.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { lazyDialog } from '#web/ui/lazily.tsx'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { Pager } from '#web/ui/Pager.tsx'
import { SearchField } from '#web/ui/SearchField.tsx'
import { Select } from '#web/ui/SelectField.tsx'
import type { OpenDialog } from './MicrositeActions.tsx'
import { MicrositeCard } from './MicrositeCard.tsx'
import { MicrositesSkeleton } from './MicrositesSkeleton.tsx'
import { useAddress } from './use-address.ts'
import { useCampaigns } from './use-campaigns.ts'

const CreateDialog = lazyDialog(
  async () => (await import('./CreateMicrositeDialog.tsx')).CreateMicrositeDialog,
)
const EditDialog = lazyDialog(async () => (await import('./EditMicrositeDialog.tsx')).EditMicrositeDialog)
const LinkDialog = lazyDialog(async () => (await import('./LinkDialog.tsx')).LinkDialog)

const defaults = { q: '', campaign: '' }
const PAGE_SIZE = 24

type Open = { dialog: 'create' } | { dialog: OpenDialog; microsite: Microsite } | null

/** Every product page as a card, newest first. */
export function MicrositesPage(): ReactElement {
  const [open, setOpen] = useState<Open>(null)
  const [filters, setFilters] = useUrlState(defaults)
  const refusal = useRefusal('microsites.write')
  const campaignId = /^[1-9]\d{0,8}$/.test(filters.campaign) ? Number(filters.campaign) : undefined
  const query = {
    limit: PAGE_SIZE,
    ...(filters.q ? { q: filters.q } : {}),
    ...(campaignId ? { campaignId } : {}),
  }
  const list = useList(listMicrosites, { query })
  const isFiltered = filters.q !== '' || campaignId !== undefined
  const isEmpty = list.items?.length === 0
  const create = (
    <Button
      variant="primary"
      icon={Plus}
      disabledReason={refusal}
      onClick={() => setOpen({ dialog: 'create' })}
    >
      Create Microsite
    </Button>
  )
  return (
    <>
      <PageHeader
        title="Product Microsites"
        subtitle="The pages brokers land on, and their visits."
        actions={
          (!isEmpty || isFiltered) && (
            <>
              <ButtonLink to={pathTo.visits()} icon={ChartColumn}>
                Visits
              </ButtonLink>
              {create}
            </>
          )
        }
      />
      {(!isEmpty || isFiltered) && <FilterBar filters={filters} onChange={setFilters} />}
      {list.items && list.items.length > 0 && (
        <>
          <ul
            aria-label="Microsites"
            className="grid grid-cols-1 gap-4 md:grid-cols-2 xl:grid-cols-3"
            aria-busy={list.isRefreshing}
          >
            {list.items.map((microsite) => (
              <li key={microsite.id} className="flex min-w-0 *:min-w-0 *:flex-1">
                <MicrositeCard microsite={microsite} onOpen={(dialog) => setOpen({ dialog, microsite })} />
              </li>
            ))}
          </ul>
          <div className="-mx-4 mt-2">
            <Pager noun="microsites" shown={list.items.length} total={list.total} more={list} />
          </div>
        </>
      )}
      {isEmpty && isFiltered && (
        <EmptyState
          title="No microsites match these filters"
          action={<Button onClick={() => setFilters(defaults)}>Clear filters</Button>}
        />
      )}
      {isEmpty && !isFiltered && (
        <EmptyState icon={Globe} title="No microsites yet" action={create}>
          A microsite is the public page of an offer. The SMS a broker requests in a call links to it.
        </EmptyState>
      )}
      {!list.items && list.error && (
        <ErrorState title="The microsites could not be loaded." error={list.error} onRetry={list.retry} />
      )}
      {list.isLoading && <MicrositesSkeleton />}
      <OpenDialogs open={open} onClose={() => setOpen(null)} />
    </>
  )
}

interface FilterBarProps {
  filters: typeof defaults
  onChange: (change: Partial<typeof defaults>) => void
}

function FilterBar({ filters, onChange }: FilterBarProps): ReactElement {
  const campaigns = useCampaigns() ?? []
  const options = [
    { value: '', label: 'All Campaigns' },
    ...campaigns.map(({ id, name }) => ({ value: String(id), label: name })),
  ]
  return (
    <div className="mb-4 flex flex-wrap gap-2">
      <SearchField label="Search microsites" value={filters.q} onChange={(q) => onChange({ q })} />
      <Select
        aria-label="Campaign"
        options={options}
        value={options.some(({ value }) => value === filters.campaign) ? filters.campaign : ''}
        onChange={(event) => onChange({ campaign: event.target.value })}
        className="max-w-60 max-md:w-full max-md:max-w-none"
      />
    </div>
  )
}

/** The form dialogs wait for the campaigns: a select that fills later would lose its value. */
function OpenDialogs({ open, onClose }: { open: Open; onClose: () => void }): ReactElement | null {
  const address = useAddress()
  const campaigns = useCampaigns()
  if (!open) return null
  if (open.dialog === 'link') return <LinkDialog {...{ address, onClose }} microsite={open.microsite} />
  if (!campaigns) return null
  if (open.dialog === 'edit')
    return <EditDialog {...{ address, campaigns, onClose }} microsite={open.microsite} />
  return <CreateDialog {...{ address, campaigns, onClose }} />
}
