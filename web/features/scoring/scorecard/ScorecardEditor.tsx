import { type ReactElement, useRef, useState } from 'react'
import type { CreditScale } from '#contract/credit-scales.ts'
import {
  creditScoreProblem,
  criteria,
  discardDraft,
  publishDraft,
  type Scorecard,
  saveDraft,
  scorecardRules,
} from '#contract/scorecards.ts'
import { messageOf } from '#web/api/api-error.ts'
import { useRefusal } from '#web/api/session.ts'
import { useWrite } from '#web/api/use-write.ts'
import { isSame } from '#web/lib/merge-edit.ts'
import { useEdit } from '#web/lib/use-edit.ts'
import { useLeaveGuard } from '#web/lib/use-leave-guard.ts'
import { Button } from '#web/ui/Button.tsx'
import { Panel } from '#web/ui/Card.tsx'
import { confirm } from '#web/ui/confirm.ts'
import { Form } from '#web/ui/Form.tsx'
import { TextField } from '#web/ui/TextField.tsx'
import { toastError, toastSuccess } from '#web/ui/toast.ts'
import { CriterionFields } from './CriterionFields.tsx'
import {
  flatTexts,
  rulesOf,
  type ScorecardTexts,
  textsOfCard,
  textsOfFlat,
  weightSum,
} from './scorecard-form.ts'

type Errors = Record<string, string>

/** Messages by the path of their field, e.g. 'criteria.avgLvr.points'. */
function errorsOf(texts: ScorecardTexts, scale: CreditScale): Errors {
  const { data, error } = scorecardRules.safeParse(rulesOf(texts))
  const problem = data && creditScoreProblem(data, scale)
  if (problem) return { 'criteria.avgCreditScore.points': problem }
  const found: Errors = {}
  for (const { path, message } of error?.issues ?? []) {
    // a breakpoint's message is shown at its criterion
    found[path.slice(0, 3).join('.')] ??= message
  }
  return found
}

function sumText(texts: ScorecardTexts): { text: string; isRight: boolean } {
  const sum = weightSum(texts)
  if (Number.isNaN(sum)) return { text: 'One of the weights is not a number.', isRight: false }
  if (sum === 100) return { text: 'The weights add to 100%.', isRight: true }
  return { text: `The weights add to ${sum}%; they have to add to 100%.`, isRight: false }
}

type Cut = 'rewardFrom' | 'watchlistBelow' | 'windowMonths' | 'defaultsMonths' | 'lowVolumeBelow'
const cuts: readonly { name: Cut; label: string; help: string }[] = [
  { name: 'rewardFrom', label: 'Reward from', help: 'Points' },
  { name: 'watchlistBelow', label: 'Watchlist below', help: 'Points' },
  { name: 'windowMonths', label: 'Months of loans', help: 'Including the scored month' },
  { name: 'defaultsMonths', label: 'Months of defaults', help: 'Longer: defaults come late' },
  { name: 'lowVolumeBelow', label: 'Few loans below', help: 'Then Neutral by points alone' },
]

/** The published version as a form: saving creates a draft, publishing puts the draft into effect. */
export function ScorecardEditor({ card }: { card: Scorecard }): ReactElement {
  const refusal = useRefusal('scorecards.write')
  const isDraft = card.version === null
  const [texts, setTexts] = useState(() => textsOfCard(card))
  const [errors, setErrors] = useState<Errors>({})
  const [saved, setSaved] = useState(texts)
  // a running save does not include input typed after its start
  const submitted = useRef(texts)
  const isDirty = !isSame(texts, saved)
  useLeaveGuard(isDirty)
  const edit = useEdit(
    saveDraft,
    {
      values: () => flatTexts(texts),
      show: (next, opened) => {
        setTexts(textsOfFlat(next))
        setSaved(textsOfFlat(opened))
        setErrors({})
      },
    },
    { record: card, toForm: (one) => flatTexts(textsOfCard(one)) },
  )
  const save = useWrite(saveDraft, {
    edit,
    onSuccess: () => {
      setSaved(submitted.current)
      toastSuccess('Draft saved. Publish to apply it.')
    },
    onError: (error) => toastError(messageOf(error, 'Failed to save the draft')),
  })
  const discard = useWrite(discardDraft, {
    onSuccess: () => toastSuccess('The draft was discarded'),
    onError: (error) => toastError(messageOf(error, 'Failed to discard the draft')),
  })
  const publish = useWrite(publishDraft, {
    onSuccess: ({ version }) =>
      toastSuccess(`Version ${version} counts from the next month that is calculated`),
    onError: (error) => toastError(messageOf(error, 'Failed to publish the scorecard')),
  })
  const change = (part: Partial<ScorecardTexts>): void => {
    setTexts({ ...texts, ...part })
    setErrors({})
  }
  const sum = sumText(texts)
  const submit = (): void => {
    const found = errorsOf(texts, card.creditScoreScale)
    setErrors(found)
    if (!sum.isRight) toastError(sum.text)
    else if (Object.keys(found).length > 0) toastError(Object.values(found)[0] ?? '')
    else {
      submitted.current = texts
      save.mutate({ body: { rules: rulesOf(texts), note: texts.note } })
    }
  }
  const askPublish = async (): Promise<void> => {
    const sure = await confirm({
      title: 'Publish the scorecard?',
      body: 'It counts for months that are calculated for the first time from now on. Months that have scores keep theirs.',
      action: 'Publish',
    })
    if (sure) publish.mutate({})
  }
  return (
    <Form
      edit={edit}
      keepAs="Scorecard"
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
    >
      <Panel
        title={isDraft ? 'Draft' : `Version ${card.version}`}
        actions={
          <>
            {isDraft && (
              <Button disabledReason={refusal} pending={discard.isPending} onClick={() => discard.mutate({})}>
                Discard draft
              </Button>
            )}
            <Button
              type="submit"
              disabledReason={refusal}
              disabled={!isDirty}
              pending={save.isPending}
              pendingText="Saving..."
            >
              Save draft
            </Button>
            {isDraft && (
              <Button
                variant="primary"
                disabledReason={refusal ?? (isDirty ? 'Save the draft first.' : null)}
                pending={publish.isPending}
                pendingText="Publishing..."
                onClick={() => void askPublish()}
              >
                Publish
              </Button>
            )}
          </>
        }
      >
        <div className="flex flex-col gap-5">
          <p className="max-w-2xl text-ink-soft">
            Between two values the points follow a straight line. With few loans, a broker’s result is
            weighted towards the benchmark, as if that many benchmark loans were added.
          </p>
          <div className="flex flex-col divide-y divide-line">
            {criteria.map((criterion) => (
              <CriterionFields
                key={criterion}
                criterion={criterion}
                texts={texts}
                scale={card.creditScoreScale}
                errors={errors}
                disabled={refusal !== null}
                onChange={change}
              />
            ))}
          </div>
          <p className={sum.isRight ? 'text-ink-soft' : 'font-medium text-red-ink'} role="status">
            {sum.text}
          </p>
          <div className="grid gap-3 sm:grid-cols-2 lg:grid-cols-5">
            {cuts.map(({ name, label, help }) => (
              <TextField
                key={name}
                label={label}
                inputMode="decimal"
                value={texts[name]}
                error={errors[name]}
                help={help}
                disabled={refusal !== null}
                onChange={(event) => change({ [name]: event.target.value })}
              />
            ))}
          </div>
          <TextField
            label="What changes, and why"
            value={texts.note}
            disabled={refusal !== null}
            onChange={(event) => change({ note: event.target.value })}
          />
        </div>
      </Panel>
    </Form>
  )
}
