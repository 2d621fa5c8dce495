import type { ReactElement } from 'react'
import type { ServiceStatus } from '#contract/system/service-status.ts'
import { cx } from '#web/ui/cx.ts'

type Objective = ServiceStatus['objectives'][number]

export function ObjectiveTable({ objectives }: Pick<ServiceStatus, 'objectives'>): ReactElement {
  return (
    <div className="rounded-xl border border-line bg-surface">
      <table className="w-full text-left">
        <thead className="text-sm text-ink-soft">
          <tr className="border-b border-line">
            <th scope="col" className="py-3 pl-4 font-medium sm:pl-6">
              Objective
            </th>
            <th scope="col" className="py-3 pl-3 text-right font-medium whitespace-nowrap sm:pl-8">
              30 days
            </th>
            <th
              scope="col"
              className="py-3 pr-4 pl-3 text-right font-medium whitespace-nowrap sm:pr-6 sm:pl-8"
            >
              90 days
            </th>
          </tr>
        </thead>
        <tbody className="divide-y divide-line align-top">
          {objectives.map((objective) => (
            <ObjectiveRow key={objective.key} objective={objective} />
          ))}
        </tbody>
      </table>
    </div>
  )
}

function ObjectiveRow({ objective }: { objective: Objective }): ReactElement {
  const { name, target, last30Days, last90Days } = objective
  return (
    <tr>
      <th scope="row" className="py-4 pl-4 font-normal sm:pl-6">
        <span className="font-semibold">{name}</span>
        <span className="mt-0.5 block text-sm text-ink-soft">{objective.objective}</span>
        <span className="mt-1 block text-sm">
          Objective: at least <span className="tabular whitespace-nowrap">{target}%</span>
        </span>
      </th>
      <Share share={last30Days} target={target} className="pl-3 sm:pl-8" />
      <Share share={last90Days} target={target} className="pr-4 pl-3 sm:pr-6 sm:pl-8" />
    </tr>
  )
}

interface ShareProps {
  share: number | null
  target: number
  className: string
}

function Share({ share, target, className }: ShareProps): ReactElement {
  const isMet = share !== null && share >= target
  return (
    <td className={cx('tabular py-4 text-right whitespace-nowrap', className)}>
      {share === null ? (
        <span className="text-sm text-ink-soft">No data</span>
      ) : (
        <>
          <span className="font-semibold">{share}%</span>
          <span className={cx('block text-sm', isMet ? 'text-green-ink' : 'text-red-ink')}>
            {isMet ? 'Met' : 'Missed'}
          </span>
        </>
      )}
    </td>
  )
}
