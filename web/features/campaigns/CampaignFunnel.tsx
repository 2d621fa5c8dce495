import type { ReactElement } from 'react'
import { Link } from 'react-router'
import type { Campaign } from '#contract/campaigns/campaigns.ts'
import { formatNumber, formatPercent } from '#web/lib/format.ts'
import { Panel } from '#web/ui/Card.tsx'
import { LiveValue } from '#web/ui/LiveValue.tsx'

/** How many of the enrolled brokers reached each stage. */
export function CampaignFunnel({ campaign }: { campaign: Campaign }): ReactElement {
  const { id, progress, funnel } = campaign
  const calls = `/campaigns/${id}`
  const steps = [
    { label: 'Enrolled', brokers: progress.enrolled },
    { label: 'Dialled', brokers: funnel.dialled, to: `${calls}#interactions` },
    { label: 'Answered or screened', brokers: funnel.screened },
    { label: 'Reached', brokers: funnel.reached, to: `${calls}?status=completed#interactions` },
    { label: 'Responded', brokers: funnel.chose, to: `${calls}?response=any#interactions` },
    {
      label: 'Booked a meeting',
      brokers: funnel.booked,
      to: `/bookings?period=all&status=not_cancelled&campaignId=${id}`,
    },
    { label: 'Accredited', brokers: funnel.accredited },
  ]
  const most = Math.max(1, progress.enrolled)
  return (
    <Panel title="Funnel">
      <table className="w-full text-left">
        <caption className="sr-only">Brokers at each step</caption>
        <thead className="sr-only">
          <tr>
            {['Step', 'Brokers', 'Of those enrolled'].map((head) => (
              <th key={head} scope="col">
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {steps.map(({ label, brokers, to }) => (
            <tr key={label}>
              <th scope="row" className="relative py-1 font-normal">
                <span
                  aria-hidden
                  className="absolute inset-y-0.5 left-0 rounded bg-primary/20"
                  style={{ width: `${Math.min(100, (brokers / most) * 100)}%` }}
                />
                <span className="relative block px-2 py-0.5">
                  {to ? (
                    <Link to={to} className="rounded hover:text-link hover:underline">
                      {label}
                    </Link>
                  ) : (
                    label
                  )}
                </span>
              </th>
              <td className="tabular w-20 py-1 text-right font-medium">
                <LiveValue value={formatNumber(brokers)} />
              </td>
              <td className="tabular w-16 py-1 text-right text-ink-soft">
                {formatPercent((brokers / most) * 100)}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </Panel>
  )
}
