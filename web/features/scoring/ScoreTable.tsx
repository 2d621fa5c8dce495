import { Gauge } from 'lucide-react'
import { type ReactElement, useMemo } from 'react'
import { regions } from '#contract/brokers/brokers.ts'
import type { CreditScale } from '#contract/scoring/credit-scales.ts'
import { tiers } from '#contract/scoring/scorecards.ts'
import { brokerScores, exportScores, type ScoreRow, scoreSorts } from '#contract/scoring/scoring.ts'
import { urlOf } from '#web/api/call.ts'
import { useList } from '#web/api/use-read.ts'
import { useOpenRecord } from '#web/lib/use-open-record.ts'
import { countChanged, useUrlState } from '#web/lib/use-url-state.ts'
import { ButtonLink } from '#web/ui/Button.tsx'
import { Panel } from '#web/ui/Card.tsx'
import { DataTable, listProps } from '#web/ui/DataTable.tsx'
import { DownloadButton } from '#web/ui/DownloadButton.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { FilterBar, Filters } from '#web/ui/Filters.tsx'
import { SearchField } from '#web/ui/SearchField.tsx'
import { Select } from '#web/ui/SelectField.tsx'
import { ScoringFailed } from './ScoringFailed.tsx'
import { scoreColumns } from './score-columns.tsx'
import { monthText } from './score-labels.ts'

const LIST = 'scores'
/** As specified; live changes arrive immediately. */
const SCORES_MS = 15_000

const filters = { q: '', tier: '', region: '', sort: '-score' }
const tierOptions = [{ value: '', label: 'All tiers' }, ...tiers.map((value) => ({ value, label: value }))]
const regionOptions = [
  { value: '', label: 'All Regions' },
  ...regions.map((value) => ({ value, label: value })),
]

const ignore = (): void => undefined

/** The scores of a month, a row a broker. */
export function ScoreTable({ month, scale }: { month: string; scale: CreditScale }): ReactElement {
  const columns = useMemo(() => scoreColumns(scale), [scale])
  const [chosen, choose] = useUrlState(filters)
  const { id, open } = useOpenRecord('score')
  const tier = tiers.find((one) => one === chosen.tier)
  const region = regions.find((one) => one === chosen.region)
  const sort = scoreSorts.find((one) => one === chosen.sort) ?? '-score'
  const query = { ...(chosen.q && { q: chosen.q }), ...(tier && { tier }), ...(region && { region }), sort }
  const list = useList(brokerScores, { params: { month }, query }, { refetchInterval: SCORES_MS })
  if (list.error && !list.items) return <ScoringFailed error={list.error} onRetry={list.retry} />
  return (
    <Panel
      title={`Broker Scores, ${monthText(month)}`}
      flush
      actions={
        <DownloadButton
          url={urlOf(exportScores, { month }, query)}
          fallbackName={`scores-${month}.csv`}
          failure="Failed to export the scores"
        >
          Export CSV
        </DownloadButton>
      }
    >
      <DataTable
        id={LIST}
        label="Broker Scores"
        noun="brokers"
        columns={columns}
        rowKey={({ broker }: ScoreRow) => broker.id}
        {...listProps(list)}
        // the panels below stay where they are until more are wanted
        more={{ ...list, loadAhead: ignore }}
        loadingText="Loading scores..."
        sort={sort}
        onSort={(next) => choose({ sort: next })}
        isFiltered={Boolean(chosen.q || tier || region)}
        onClearFilters={() => choose({ ...filters, sort })}
        onOpen={({ broker }) => open(broker.id, LIST)}
        openLabel={({ broker }) => `Open the score of ${broker.name}`}
        selectedKey={id}
        toolbar={
          <FilterBar>
            <SearchField label="Search scores" value={chosen.q} onChange={(q) => choose({ q })} />
            <Filters
              count={countChanged(chosen, filters, ['tier', 'region'])}
              onClear={() => choose({ tier: '', region: '' })}
            >
              <Select
                aria-label="Tier"
                options={tierOptions}
                value={chosen.tier}
                onChange={(event) => choose({ tier: event.target.value })}
              />
              <Select
                aria-label="Region"
                options={regionOptions}
                value={chosen.region}
                onChange={(event) => choose({ region: event.target.value })}
              />
            </Filters>
          </FilterBar>
        }
        empty={
          <EmptyState
            icon={Gauge}
            title={`No scores for ${monthText(month)}`}
            action={<ButtonLink to="/scoring/loans">Import loans</ButtonLink>}
          >
            Import the loans of the month, then calculate the scores.
          </EmptyState>
        }
      />
    </Panel>
  )
}
