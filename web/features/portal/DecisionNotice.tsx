import type { ReactElement } from 'react'
import { DECISIONS_PAGE } from '#contract/decisions/decisions.ts'
import { standingDecisions } from '#contract/decisions/standing-decisions.ts'
import { Panel } from '#web/ui/Card.tsx'

type Kind = keyof typeof standingDecisions

/** The automated decisions behind a part of the portal, in the words of the register. */
export function DecisionNotice({ title, kinds }: { title: string; kinds: readonly Kind[] }): ReactElement {
  const ways = new Set(kinds.map((kind) => standingDecisions[kind].contest))
  const [sharedWay] = ways.size === 1 ? ways : []
  return (
    <Panel title={title}>
      <div className="flex max-w-3xl flex-col gap-3">
        {kinds.map((kind) => {
          const { label, decides, rule, override, contest } = standingDecisions[kind]
          return (
            <div key={kind}>
              <h3 className="font-semibold">{label}</h3>
              <p>{`${decides} ${rule}`}</p>
              <p className="text-ink-soft">{sharedWay ? override : `${override} ${contest}`}</p>
            </div>
          )
        })}
        {sharedWay && <p>{sharedWay}</p>}
        <p>
          <a className="text-link underline" href={`${DECISIONS_PAGE}#${kinds[0]}`}>
            All automated decisions
          </a>
        </p>
      </div>
    </Panel>
  )
}
