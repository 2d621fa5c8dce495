import { type ReactElement, useRef, useState } from 'react'
import {
  type CallingRules,
  discardCallingRules,
  looserParts,
  publishCallingRules,
  saveCallingRules,
} from '#contract/campaigns/calling-rules.ts'
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
import { toastError, toastSuccess } from '#web/ui/toast.ts'
import { RulesFields } from './RulesFields.tsx'
import { RulesEffect } from './RulesPreview.tsx'
import {
  bodyOf,
  errorsOf,
  flatTexts,
  type RulesErrors,
  type RulesTexts,
  textsOf,
  textsOfFlat,
} from './rules-form.ts'

interface RulesEditorProps {
  /** The draft, or the version in force, from which a draft starts. */
  record: CallingRules
  inForce: CallingRules
}

/** Saving creates or changes the draft; publishing puts it into effect from its date on. */
export function RulesEditor({ record, inForce }: RulesEditorProps): ReactElement {
  const refusal = useRefusal('calling_rules.write')
  const mayNotLoosen = useRefusal('calling_rules.loosen')
  const isDraft = record.version === null
  const [texts, setTexts] = useState(() => textsOf(record))
  const [saved, setSaved] = useState(texts)
  const [errors, setErrors] = useState<RulesErrors>({})
  // a running save does not include input typed after its start
  const submitted = useRef(texts)
  const isDirty = !isSame(texts, saved)
  useLeaveGuard(isDirty)
  const edit = useEdit(
    saveCallingRules,
    {
      values: () => flatTexts(texts),
      show: (next, opened) => {
        setTexts(textsOfFlat(next))
        setSaved(textsOfFlat(opened))
        setErrors({})
      },
    },
    { record, toForm: (one) => flatTexts(textsOf(one)) },
  )
  const save = useWrite(saveCallingRules, {
    edit,
    onSuccess: () => {
      setSaved(submitted.current)
      toastSuccess('Draft saved. Publish to apply it.')
    },
    onError: (error) => toastError(messageOf(error, 'Failed to save the draft')),
  })
  const discard = useWrite(discardCallingRules, {
    onSuccess: () => toastSuccess('The draft was discarded'),
    onError: (error) => toastError(messageOf(error, 'Failed to discard the draft')),
  })
  const publish = useWrite(publishCallingRules, {
    onSuccess: ({ version }) => toastSuccess(`Version ${version} is published`),
    onError: (error) => toastError(messageOf(error, 'Failed to publish the rules')),
  })
  const change = (part: Partial<RulesTexts>): void => {
    setTexts({ ...texts, ...part })
    setErrors({})
  }
  const submit = (): void => {
    const found = errorsOf(texts)
    setErrors(found)
    const first = Object.values(found)[0]
    if (first) toastError(first)
    else {
      submitted.current = texts
      save.mutate({ body: bodyOf(texts) })
    }
  }
  const looser = looserParts(record.rules, inForce.rules)
  const ask = async (): Promise<void> => {
    const isAgreed = await confirm({
      title: 'Publish these calling rules?',
      body: (
        <div className="flex flex-col gap-3">
          <p>Calls are decided by them from their date on. A published version is never changed.</p>
          {looser.length > 0 && (
            <p>{`They permit more than version ${inForce.version}: ${looser.join(', ')}.`}</p>
          )}
          <RulesEffect />
        </div>
      ),
      action: 'Publish',
    })
    if (isAgreed) publish.mutate({})
  }
  return (
    <Form
      edit={edit}
      keepAs="Calling rules"
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
    >
      <Panel
        title={isDraft ? 'Draft' : `A draft from version ${record.version}`}
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
                disabledReason={
                  refusal ?? (isDirty ? 'Save the draft first.' : looser.length > 0 ? mayNotLoosen : null)
                }
                pending={publish.isPending}
                pendingText="Publishing..."
                onClick={() => void ask()}
              >
                Publish
              </Button>
            )}
          </>
        }
      >
        <RulesFields texts={texts} errors={errors} disabled={refusal !== null} onChange={change} />
      </Panel>
    </Form>
  )
}
