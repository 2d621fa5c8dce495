import { type ReactElement, useRef, useState } from 'react'
import type { CreditScale } from '#contract/scoring/credit-scales.ts'
import {
  type Criterion,
  creditScoreProblem,
  criteria,
  discardDraft,
  type Scorecard,
  saveDraft,
  scorecardRules,
} from '#contract/scoring/scorecards.ts'
import { messageOf } from '#web/api/api-error.ts'
import { useRefusal } from '#web/api/session.ts'
import { useWrite } from '#web/api/use-write.ts'
import { isSame } from '#web/lib/merge-edit.ts'
import { useEdit } from '#web/lib/use-edit.ts'
import { useLeaveGuard } from '#web/lib/use-leave-guard.ts'
import { Button } from '#web/ui/Button.tsx'
import { Panel } from '#web/ui/Card.tsx'
import { Form } from '#web/ui/Form.tsx'
import { FormButtons } from '#web/ui/FormButtons.tsx'
import { TextField } from '#web/ui/TextField.tsx'
import { toastError, toastSuccess } from '#web/ui/toast.ts'
import { CriterionFields } from './CriterionFields.tsx'
import { PublishDialog } from './PublishDialog.tsx'
import { flatTexts, rulesOf, type ScorecardTexts, textsOfCard, textsOfFlat } from './scorecard-form.ts'
import { sumText, WeightBar } from './WeightBar.tsx'

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
  const [opened, setOpened] = useState<readonly Criterion[]>([])
  const [isPublishing, setPublishing] = useState(false)
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
  const change = (part: Partial<ScorecardTexts>): void => {
    setTexts({ ...texts, ...part })
    setErrors({})
  }
  const toggle = (one: Criterion): void =>
    setOpened(opened.includes(one) ? opened.filter((each) => each !== one) : [...opened, one])
  const sum = sumText(texts)
  const submit = (): void => {
    const found = errorsOf(texts, card.creditScoreScale)
    setErrors(found)
    const faulty = criteria.filter((one) => found[`criteria.${one}.points`] ?? found[`criteria.${one}.prior`])
    if (faulty.length > 0) setOpened([...new Set([...opened, ...faulty])])
    if (!sum.isRight) toastError(sum.text)
    else if (Object.keys(found).length > 0) toastError(Object.values(found)[0] ?? '')
    else {
      submitted.current = texts
      save.mutate({ body: { rules: rulesOf(texts), note: texts.note } })
    }
  }
  return (
    <>
      <Form
        edit={edit}
        keepAs="Scorecard"
        onSubmit={(event) => {
          event.preventDefault()
          submit()
        }}
      >
        <Panel title={isDraft ? 'Draft' : `Version ${card.version}`}>
          <div className="flex flex-col gap-5">
            <p className="max-w-2xl text-ink-soft">
              Between two values the points follow a straight line. With few loans, a broker’s result is
              weighted towards the benchmark, as if that many benchmark loans were added.
            </p>
            <WeightBar texts={texts} />
            <div className="flex flex-col divide-y divide-line">
              {criteria.map((criterion) => (
                <CriterionFields
                  key={criterion}
                  criterion={criterion}
                  texts={texts}
                  scale={card.creditScoreScale}
                  errors={errors}
                  disabled={refusal !== null}
                  isOpen={opened.includes(criterion)}
                  onToggle={() => toggle(criterion)}
                  onChange={change}
                />
              ))}
            </div>
            <div className="grid gap-3 sm:grid-cols-2 xl:grid-cols-3">
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
            <FormButtons sticky>
              {isDraft && (
                <Button
                  disabledReason={refusal}
                  pending={discard.isPending}
                  onClick={() => discard.mutate({})}
                >
                  Discard draft
                </Button>
              )}
              <Button
                type="submit"
                variant={isDraft ? 'secondary' : 'primary'}
                disabledReason={refusal ?? (isDirty ? null : 'Nothing has changed yet.')}
                pending={save.isPending}
                pendingText="Saving..."
              >
                Save draft
              </Button>
              {isDraft && (
                <Button
                  variant="primary"
                  disabledReason={refusal ?? (isDirty ? 'Save the draft first.' : null)}
                  onClick={() => setPublishing(true)}
                >
                  Publish
                </Button>
              )}
            </FormButtons>
          </div>
        </Panel>
      </Form>
      {/* outside the form, which would submit with it */}
      {isPublishing && <PublishDialog draft={card} onClose={() => setPublishing(false)} />}
    </>
  )
}
