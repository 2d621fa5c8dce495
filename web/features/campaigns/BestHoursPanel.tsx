import type { ReactElement } from 'react'
import { campaignBestHours } from '#contract/campaigns/best-hours.ts'
import type { AnswerOf } from '#web/api/call.ts'
import { useRecord } from '#web/api/use-read.ts'
import { countOf, formatNumber, formatPercent } from '#web/lib/format.ts'
import { Panel } from '#web/ui/Card.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { Loading, Skeleton } from '#web/ui/Skeleton.tsx'

type BestHours = AnswerOf<typeof campaignBestHours>
type Effect = NonNullable<BestHours['effect']>
type Arm = Effect['preferred']

/** The hours that a campaign prefers, with their results; nothing where it never preferred any. */
export function BestHoursPanel({
  campaignId,
  isOn,
}: {
  campaignId: number
  isOn: boolean
}): ReactElement | null {
  const { data, error, refetch } = useRecord(campaignBestHours, campaignId)
  if (!isOn && !data?.effect) return null
  return (
    <Panel title="Best hours">
      {data && <Loaded data={data} />}
      {!data && error && (
        <ErrorState title="The hours could not be loaded." error={error} onRetry={() => void refetch()} />
      )}
      {!data && !error && (
        <Loading text="Loading hours...">
          <Skeleton className="h-24" />
        </Loading>
      )}
    </Panel>
  )
}

function Loaded({ data }: { data: BestHours }): ReactElement {
  const { preferBestHours, controlPercent, days, groups, effect } = data
  return (
    <div className="flex flex-col gap-5">
      <p>
        {preferBestHours
          ? `Brokers may wait up to two more calling days for an hour in which their state and kind of number answered more over the last ${days} days. Chance chooses ${controlPercent}% of them who do not wait, to see what the hours bring.`
          : 'This campaign no longer prefers any hours. This is what came of the calls so far.'}
      </p>
      {groups.length > 0 && <Groups groups={groups} />}
      {effect && <EffectTable effect={effect} />}
    </div>
  )
}

const heads = 'py-1 pr-4 font-medium'

function Groups({ groups }: { groups: BestHours['groups'] }): ReactElement {
  return (
    <section aria-labelledby="preferred-hours">
      <h3 id="preferred-hours" className="mb-1 font-semibold">
        Preferred hours, broker’s local time
      </h3>
      <ul className="divide-y divide-line border-y border-line">
        {groups.map(({ region, line, name, brokers, hours, evidence }) => (
          <li key={`${region} ${line}`} className="py-2">
            <p>
              <span className="font-medium">{name}</span>
              {hours ? `: ${hours}` : ': any hour'}
              <span className="text-xs text-ink-soft">{` (${countOf(brokers, 'broker')})`}</span>
            </p>
            <p className="text-xs text-ink-soft">{evidence}</p>
          </li>
        ))}
      </ul>
    </section>
  )
}

function EffectTable({ effect: { preferred, any, sentence } }: { effect: Effect }): ReactElement {
  const waiting = preferred.waiting + any.waiting
  return (
    <section aria-labelledby="hours-effect">
      <h3 id="hours-effect" className="mb-1 font-semibold">
        What preferred hours bring
      </h3>
      <div className="overflow-x-auto">
        <table className="w-full text-left">
          <thead className="text-xs text-ink-soft">
            <tr>
              {['Called', 'Brokers', 'First calls', 'Answered'].map((head) => (
                <th key={head} scope="col" className={heads}>
                  {head}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            <ArmRow name="With preferred hours" arm={preferred} />
            <ArmRow name="Without" arm={any} />
          </tbody>
        </table>
      </div>
      <p className="mt-2">{sentence}</p>
      {waiting > 0 && (
        <p className="mt-1 text-xs text-ink-soft">
          {`Not over yet: ${countOf(waiting, 'broker')} ${waiting === 1 ? 'waits' : 'wait'} for the first call.`}
        </p>
      )}
    </section>
  )
}

function ArmRow({ name, arm }: { name: string; arm: Arm }): ReactElement {
  const answered =
    arm.rate === null
      ? '–'
      : `${formatPercent(arm.rate)} (${formatNumber(arm.answered)} of ${formatNumber(arm.called)})`
  return (
    <tr className="border-t border-line">
      <th scope="row" className="py-1.5 pr-4 font-normal">
        {name}
      </th>
      <td className="tabular py-1.5 pr-4">{formatNumber(arm.brokers)}</td>
      <td className="tabular py-1.5 pr-4">{formatNumber(arm.called)}</td>
      <td className="tabular py-1.5 pr-4 whitespace-nowrap">{answered}</td>
    </tr>
  )
}
