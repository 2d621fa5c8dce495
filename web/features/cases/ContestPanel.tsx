import { type ReactElement, useState } from 'react'
import { Link } from 'react-router'
import { type Contest, contestStatusLabels, getContest } from '#contract/contests/contests.ts'
import { useRefusal } from '#web/api/session.ts'
import { useRecord } from '#web/api/use-read.ts'
import { formatDateTime } from '#web/lib/dates.ts'
import { useOpenRecord } from '#web/lib/use-open-record.ts'
import { pathTo } from '#web/routes/path-to.ts'
import { StatusDot } from '#web/ui/Badge.tsx'
import { Button } from '#web/ui/Button.tsx'
import { type Fact, Facts, PanelSection } from '#web/ui/PanelSection.tsx'
import { RecordPanel } from '#web/ui/RecordPanel.tsx'
import { AnswerContestDialog } from './AnswerContestDialog.tsx'
import { contestTone } from './case-labels.ts'
import { Deadline } from './Deadline.tsx'

/** The contest that the address names (?contest=17). */
export function ContestPanel(): ReactElement {
  const open = useOpenRecord('contest')
  const read = useRecord(getContest, open.id)
  const refusal = useRefusal('contests.answer')
  const [isAnswering, setAnswering] = useState(false)
  const contest = read.data
  return (
    <>
      <RecordPanel
        noun="contest"
        open={open}
        read={read}
        title={contest?.label ?? 'Contest'}
        description={contest?.name}
        footer={
          contest?.status === 'open' && (
            <Button variant="primary" disabledReason={refusal} onClick={() => setAnswering(true)}>
              Answer
            </Button>
          )
        }
        skeleton={['h-5 w-40', 'h-16', 'mt-4 h-28']}
      >
        {(loaded) => (
          <>
            <PanelSection title="What they say">
              <p className="break-words whitespace-pre-wrap">{loaded.reason}</p>
              {loaded.suspicion && <p className="mt-2 text-amber-ink">{loaded.suspicion}</p>}
            </PanelSection>
            <PanelSection title="The decision">
              <p className="mb-2 break-words">{loaded.decision}</p>
              <p className="text-ink-soft">{loaded.rule}</p>
            </PanelSection>
            {loaded.answer && (
              <PanelSection title="The answer">
                <p className="break-words whitespace-pre-wrap">{loaded.answer}</p>
              </PanelSection>
            )}
            <PanelSection title="Details">
              <Facts facts={factsOf(loaded)} />
            </PanelSection>
          </>
        )}
      </RecordPanel>
      {isAnswering && contest && (
        <AnswerContestDialog contest={contest} onClose={() => setAnswering(false)} />
      )}
    </>
  )
}

const factsOf = (contest: Contest): (Fact | false)[] => {
  const { status, broker, name, applicationId, decidedAt, madeAt, via, dueOn, answeredAt, answeredBy } =
    contest
  return [
    {
      label: 'State',
      value: <StatusDot tone={contestTone(status)} label={contestStatusLabels[status]} />,
    },
    {
      label: 'Person',
      value: broker ? (
        <Link to={pathTo.broker(broker.id)} className="link">
          {broker.name}
        </Link>
      ) : applicationId === null ? (
        name
      ) : (
        <Link to={pathTo.application(applicationId)} className="link">
          {name}
        </Link>
      ),
    },
    { label: 'Decided', value: formatDateTime(decidedAt) },
    {
      label: 'Contested',
      value: `${formatDateTime(madeAt)}, ${via === 'portal' ? 'in the portal' : 'by the link in a message'}`,
    },
    status === 'open' && { label: 'Answer', value: <Deadline dueOn={dueOn} /> },
    answeredAt !== null && {
      label: 'Answered',
      value: answeredBy ? `${formatDateTime(answeredAt)} by ${answeredBy}` : formatDateTime(answeredAt),
    },
  ]
}
