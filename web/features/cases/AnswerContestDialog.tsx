import type { ReactElement } from 'react'
import { answerContest, type Contest } from '#contract/contests/contests.ts'
import { field, useZodForm } from '#web/lib/form.ts'
import { useFormWrite } from '#web/lib/use-form-write.ts'
import { RadioGroupField } from '#web/ui/ChoiceFields.tsx'
import { FormDialog } from '#web/ui/FormDialog.tsx'
import { TextAreaField } from '#web/ui/TextField.tsx'

const outcomes = [
  {
    value: 'changed',
    label: 'Decision changed',
    help: 'The person is right. Change the decision where it was made; this answer does not change it.',
  },
  { value: 'upheld', label: 'Decision upheld', help: 'The decision stays as it is.' },
  { value: 'withdrawn', label: 'Withdrawn', help: 'The person asked for no answer.' },
]

/** A person's answer to a contest, with reasons. */
export function AnswerContestDialog({
  contest,
  onClose,
}: {
  contest: Contest
  onClose: () => void
}): ReactElement {
  const form = useZodForm(answerContest.body, { answer: '' })
  const write = useFormWrite(form, answerContest, {
    refresh: ['tasks', 'brokers', 'scoring'],
    success: contest.hasEmail ? 'The answer is on its way to the person' : 'The answer is recorded',
    failure: 'Failed to answer the contest',
    onSuccess: onClose,
  })
  return (
    <FormDialog
      onClose={onClose}
      title={`Answer the contest of ${contest.name}`}
      description={contest.decision}
      dirty={form.formState.isDirty}
      write={write}
      submit={contest.hasEmail ? 'Send answer' : 'Record answer'}
      pendingText={contest.hasEmail ? 'Sending...' : 'Saving...'}
      onSubmit={form.handleSubmit((body) => write.mutate({ params: { id: contest.id }, body }))}
    >
      <RadioGroupField label="Outcome" required options={outcomes} {...field(form, 'outcome')} />
      <TextAreaField
        label="Reasons"
        required
        help={
          contest.hasEmail
            ? 'The person gets them by email, and reads them next to the decision.'
            : 'There is no email address on record: the person reads them behind the link. Ring them too.'
        }
        {...field(form, 'answer')}
      />
    </FormDialog>
  )
}
