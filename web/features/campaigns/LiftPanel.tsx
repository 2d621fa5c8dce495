import type { ReactElement } from 'react'
import { type Comparison, campaignLift } from '#contract/brokers/audiences.ts'
import type { AnswerOf } from '#web/api/call.ts'
import { useRecord } from '#web/api/use-read.ts'
import { formatDate } from '#web/lib/dates.ts'
import { formatMoney, formatNumber, formatPercent } from '#web/lib/format.ts'
import { Panel } from '#web/ui/Card.tsx'

type Period = AnswerOf<typeof campaignLift>['periods'][number]

const deeds: Record<Comparison['outcome'], string> = {
  visit: 'Opened a microsite',
  booking: 'Booked a meeting',
  application: 'Applied for accreditation',
  loan: 'Lodged a loan',
  amount: 'Lodged, per broker',
}

/** Compares the brokers who were called with those kept uncalled; null without a hold-out. */
export function LiftPanel({ campaignId }: { campaignId: number }): ReactElement | null {
  const { data } = useRecord(campaignLift, campaignId)
  if (!data?.since) return null
  const { called, heldOut, since, cost, periods } = data
  return (
    <Panel title="Uplift">
      <p>
        {`Picked at random since ${formatDate(since)}: ${formatNumber(called)} brokers to call, ${formatNumber(heldOut)} in the hold-out group. ${cost}`}
      </p>
      <div className="mt-3 flex flex-col gap-5">
        {periods.map((period) => (
          <PeriodTable key={period.days} period={period} />
        ))}
      </div>
    </Panel>
  )
}

const rateText = ({ outcome }: Comparison, rate: number | null): string =>
  outcome === 'amount' ? formatMoney(rate) : formatPercent(rate)

function PeriodTable({ period: { days, complete, outcomes } }: { period: Period }): ReactElement {
  const seen = outcomes[0]?.called.brokers ?? 0
  return (
    <section aria-label={`After ${days} days`}>
      <h3 className="mb-1 font-semibold">
        {`After ${days} days`}
        {!complete && (
          <span className="font-normal text-ink-soft">
            {seen === 0 ? ': not over yet' : ': not over yet for all of them'}
          </span>
        )}
      </h3>
      {seen > 0 && (
        <div className="overflow-x-auto">
          <table className="w-full text-left">
            <thead className="text-xs text-ink-soft">
              <tr>
                {['Result', 'Called', 'Hold-out group', 'Finding'].map((head) => (
                  <th key={head} scope="col" className="py-1 pr-4 font-medium">
                    {head}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {outcomes.map((one) => (
                <tr key={one.outcome} className="border-t border-line align-top">
                  <th scope="row" className="py-1.5 pr-4 font-normal">
                    {deeds[one.outcome]}
                  </th>
                  <td className="tabular py-1.5 pr-4 whitespace-nowrap">
                    {`${rateText(one, one.called.rate)} (${formatNumber(one.called.did)} of ${formatNumber(one.called.brokers)})`}
                  </td>
                  <td className="tabular py-1.5 pr-4 whitespace-nowrap">
                    {`${rateText(one, one.heldOut.rate)} (${formatNumber(one.heldOut.did)} of ${formatNumber(one.heldOut.brokers)})`}
                  </td>
                  <td className="min-w-56 py-1.5">{one.sentence}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </section>
  )
}
