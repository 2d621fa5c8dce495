import { type ReactElement, type RefObject, useState } from 'react'
import { automatedDecisions } from '#contract/automated-decisions.ts'
import { contestByLink } from '#contract/contests/contest-links.ts'
import { contestFields, IN_GENERAL, type OwnDecision } from '#contract/contests/contests.ts'
import { decisionKinds } from '#contract/decisions/decision-kinds.ts'
import { ApiError, messageOf } from '#web/api/api-error.ts'
import { type AnswerOf, call } from '#web/api/call.ts'
import { createTryKeys } from '#web/api/try-key.ts'
import type { FormTexts } from '#web/features/site/forms/form-values.ts'
import { submitOnCtrlEnter } from '#web/features/site/forms/submit-on-ctrl-enter.ts'
import { useLeavingAsks } from '#web/features/site/forms/use-leaving-asks.ts'
import { useSiteForm } from '#web/features/site/forms/use-site-form.ts'
import { Button } from '#web/features/site/ui/Button.tsx'
import { Card } from '#web/features/site/ui/Container.tsx'
import { HiddenField } from '#web/features/site/ui/HiddenField.tsx'
import { SelectField } from '#web/features/site/ui/SelectField.tsx'
import { TextAreaField } from '#web/features/site/ui/TextField.tsx'
import { toastError } from '#web/ui/toast.ts'

const kinds = decisionKinds.map((value) => ({ value, label: automatedDecisions[value].label }))

interface ContestFormProps {
  token: string
  formTime: string
  /** null: a decision that is not in the list; its kind is chosen here. */
  decision: OwnDecision | null
  headingRef: RefObject<HTMLHeadingElement | null>
  onOther: () => void
  onSent: (result: AnswerOf<typeof contestByLink>, key: string) => void
}

/** Contests the chosen decision, or one that is not in the list. */
export function ContestForm(props: ContestFormProps): ReactElement {
  const { token, formTime, decision, headingRef, onOther, onSent } = props
  const [pending, setPending] = useState(false)
  const [keys] = useState(createTryKeys)
  const form = useSiteForm({
    schema: contestFields,
    initial,
    read: (texts: FormTexts) => ({
      kind: decision?.kind ?? texts.kind,
      reference: decision?.reference ?? IN_GENERAL,
      reason: texts.reason,
    }),
    keepAs: 'contest',
  })
  useLeavingAsks(form.changed && !pending)
  const send = async (): Promise<void> => {
    const fields = form.check()
    if (!fields) return
    const body = { ...fields, formCheck: form.texts().formCheck ?? '', formTime }
    setPending(true)
    try {
      const result = await call(contestByLink, {
        params: { token },
        body,
        idempotencyKey: keys.of(JSON.stringify(body)),
      })
      keys.settle()
      form.reset()
      onSent(result, `${fields.kind} ${fields.reference}`)
    } catch (error) {
      keys.settle(error)
      toastError(messageOf(error, 'Your contest could not be sent'))
      if (error instanceof ApiError) form.showErrors(error.fields)
    } finally {
      setPending(false)
    }
  }
  return (
    <Card>
      <h2 ref={headingRef} tabIndex={-1} className="text-title font-semibold outline-none">
        {decision ? 'Contest this decision' : 'Contest another decision'}
      </h2>
      <form
        ref={form.ref}
        noValidate
        {...form.handlers}
        onKeyDown={submitOnCtrlEnter}
        onSubmit={(event) => {
          event.preventDefault()
          if (!pending) void send()
        }}
        className="mt-4 grid gap-5"
      >
        {decision ? (
          <p className="font-medium break-words">{decision.decision}</p>
        ) : (
          <SelectField
            label="What the decision was about"
            required
            placeholder="Choose one"
            options={kinds}
            {...form.bind('kind')}
          />
        )}
        <TextAreaField
          label="What is wrong"
          required
          help="Say what is wrong, and what we should look at. A person reads it."
          {...form.bind('reason')}
        />
        <HiddenField name="formCheck" />
        <div className="flex flex-wrap gap-3">
          <Button
            type="submit"
            variant="primary"
            pending={pending}
            pendingText="Sending..."
            className="max-sm:w-full"
          >
            Send contest
          </Button>
          {decision && (
            <Button className="max-sm:w-full" onClick={onOther}>
              Cancel
            </Button>
          )}
        </div>
      </form>
    </Card>
  )
}

const initial: FormTexts = {}
