import { type ReactElement, useState } from 'react'
import {
  criteria,
  criterionTerms,
  discardDraft,
  listScorecards,
  publishDraft,
  type Scorecard,
  saveDraft,
  scorecardRules,
} from '#contract/scorecards.ts'
import { messageOf } from '#web/api/api-error.ts'
import { useRefusal } from '#web/api/session.ts'
import { useRead } from '#web/api/use-read.ts'
import { useWrite } from '#web/api/use-write.ts'
import { isSame } from '#web/lib/merge-edit.ts'
import { useEdit } from '#web/lib/use-edit.ts'
import { useLeaveGuard } from '#web/lib/use-leave-guard.ts'
import { Button } from '#web/ui/Button.tsx'
import { Panel } from '#web/ui/Card.tsx'
import { confirm } from '#web/ui/confirm.ts'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { Form } from '#web/ui/Form.tsx'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { Loading, Skeleton } from '#web/ui/Skeleton.tsx'
import { TextField } from '#web/ui/TextField.tsx'
import { toastError, toastSuccess } from '#web/ui/toast.ts'
import { DraftPreview } from './DraftPreview.tsx'
import { ScorecardVersions } from './ScorecardVersions.tsx'
import {
  flatTexts,
  rulesOf,
  type ScorecardTexts,
  textsOfCard,
  textsOfFlat,
  textValues,
  weightSum,
} from './scorecard-form.ts'

const crumbs = [{ label: 'Scoring', to: '/scoring' }]

/** How scores are made: the published scorecard, and the draft of the next. */
export function ScorecardPage(): ReactElement {
  const { data, error, refetch } = useRead(listScorecards)
  const current = data?.[0]
  return (
    <>
      <PageHeader
        title="Scorecard"
        crumbs={crumbs}
        subtitle="Weights, points and cuts. A change is a draft, compared with last month’s brokers, and counts from its publication on; months that have scores keep their version."
      />
      {error && !data && (
        <ErrorState title="The scorecard could not be loaded." error={error} onRetry={() => void refetch()} />
      )}
      {!data && !error && (
        <Loading text="Loading the scorecard...">
          <Skeleton className="h-80 w-full" />
        </Loading>
      )}
      {current && (
        <div className="flex flex-col gap-4">
          <Editor card={current} />
          {current.version === null && <DraftPreview card={current} />}
          <ScorecardVersions cards={data.filter(({ version }) => version !== null)} />
        </div>
      )}
    </>
  )
}

type Errors = Record<string, string>

/** Messages by the path of what they are about, e.g. 'criteria.avgLvr.points'. */
function errorsOf(texts: ScorecardTexts): Errors {
  const { error } = scorecardRules.safeParse(rulesOf(texts))
  const found: Errors = {}
  for (const { path, message } of error?.issues ?? []) {
    // a breakpoint's message stands at its criterion
    found[path.slice(0, 3).join('.')] ??= message
  }
  return found
}

function Editor({ card }: { card: Scorecard }): ReactElement {
  const refusal = useRefusal('scorecards.write')
  const [texts, setTexts] = useState(() => textsOfCard(card))
  const [errors, setErrors] = useState<Errors>({})
  const [saved, setSaved] = useState(texts)
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
      setSaved(texts)
      toastSuccess('The draft was saved. Nothing counts by it yet.')
    },
    onError: (error) => toastError(messageOf(error, 'Failed to save the draft')),
  })
  const discard = useWrite(discardDraft, {
    onSuccess: () => toastSuccess('The draft was discarded'),
    onError: (error) => toastError(messageOf(error, 'Failed to discard the draft')),
  })
  const publish = useWrite(publishDraft, {
    onSuccess: ({ version }) => toastSuccess(`Version ${version} counts from the next new month on`),
    onError: (error) => toastError(messageOf(error, 'Failed to publish the scorecard')),
  })
  const change = (part: Partial<ScorecardTexts>): void => {
    setTexts({ ...texts, ...part })
    setErrors({})
  }
  const submit = (): void => {
    const found = errorsOf(texts)
    setErrors(found)
    if (Object.keys(found).length > 0) {
      toastError(Object.values(found)[0] ?? '')
      return
    }
    save.mutate({ body: { rules: rulesOf(texts), note: texts.note } })
  }
  const askPublish = async (): Promise<void> => {
    const sure = await confirm({
      title: 'Publish the scorecard?',
      body: 'It counts for months that are calculated for the first time from now on. Months that have scores keep theirs.',
      action: 'Publish',
    })
    if (sure) publish.mutate({})
  }
  const one = (
    name: 'rewardFrom' | 'watchlistBelow' | 'windowMonths' | 'defaultsMonths' | 'lowVolumeBelow',
    label: string,
    help: string,
  ) => (
    <TextField
      label={label}
      inputMode="decimal"
      value={texts[name]}
      error={errors[name]}
      help={help}
      disabled={refusal !== null}
      onChange={(event) => change({ [name]: event.target.value })}
    />
  )
  const sum = weightSum(texts)
  return (
    <Form
      edit={edit}
      keepAs="Scorecard"
      kept={{
        values: flatTexts(texts),
        restore: (values) => setTexts(textsOfFlat({ ...flatTexts(texts), ...textValues(values) })),
      }}
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
    >
      <Panel
        title={card.version === null ? 'Draft' : `Version ${card.version}`}
        actions={
          <>
            {card.version === null && (
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
            {card.version === null && (
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
            The fewer loans a broker has, the nearer each value comes to the usual one, as if so many usual
            loans were added to theirs.
          </p>
          {criteria.map((criterion) => {
            const { label, measure, better } = criterionTerms[criterion]
            const hasPrior = criterion !== 'compliance' && criterion !== 'totalLoans'
            return (
              <fieldset key={criterion} className="grid gap-3 md:grid-cols-[12rem_7rem_1fr_7rem_10rem]">
                <legend className="sr-only">{label}</legend>
                <p className="self-center">
                  <span className="block font-medium">{label}</span>
                  <span className="text-xs text-ink-soft">
                    {measure}, {better === 'low' ? 'less is better' : 'more is better'}
                  </span>
                </p>
                <TextField
                  label="Weight %"
                  inputMode="decimal"
                  value={texts.weights[criterion]}
                  error={errors[`criteria.${criterion}.weight`]}
                  disabled={refusal !== null}
                  onChange={(event) =>
                    change({ weights: { ...texts.weights, [criterion]: event.target.value } })
                  }
                />
                <TextField
                  label="Value: points"
                  value={texts.points[criterion]}
                  error={errors[`criteria.${criterion}.points`]}
                  disabled={refusal !== null}
                  onChange={(event) =>
                    change({ points: { ...texts.points, [criterion]: event.target.value } })
                  }
                />
                {hasPrior && (
                  <>
                    <TextField
                      label="Usual value"
                      inputMode="decimal"
                      value={texts.means[criterion]}
                      error={errors[`criteria.${criterion}.prior`]}
                      disabled={refusal !== null}
                      onChange={(event) =>
                        change({ means: { ...texts.means, [criterion]: event.target.value } })
                      }
                    />
                    <TextField
                      label="Weight of usual value"
                      help="Counted in loans"
                      inputMode="numeric"
                      value={texts.loans[criterion]}
                      disabled={refusal !== null}
                      onChange={(event) =>
                        change({ loans: { ...texts.loans, [criterion]: event.target.value } })
                      }
                    />
                  </>
                )}
              </fieldset>
            )
          })}
          <p className={sum === 100 ? 'text-ink-soft' : 'font-medium text-red-ink'} role="status">
            {Number.isNaN(sum) ? 'A weight is no number.' : `The weights add to ${sum}%.`}
          </p>
          <div className="grid gap-3 sm:grid-cols-2 lg:grid-cols-5">
            {one('rewardFrom', 'Reward from', 'Points')}
            {one('watchlistBelow', 'Watchlist below', 'Points')}
            {one('windowMonths', 'Months of loans', 'With the month itself')}
            {one('defaultsMonths', 'Months of defaults', 'They come late')}
            {one('lowVolumeBelow', 'Few loans below', 'Neutral by points alone')}
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
