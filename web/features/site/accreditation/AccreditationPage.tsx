import { type FormEvent, type ReactElement, useState } from 'react'
import {
  type ApplicationFileKind,
  applicationFields,
  applicationFileLabels,
  draftFields,
  NO_PAPERS,
  PI_REQUIRED,
  PI_REQUIRED_TITLE,
  type Submission,
} from '#contract/accreditations/accreditations.ts'
import type { AccreditationPageFacts } from '#contract/microsites/pages.ts'
import type { FormTexts } from '#web/features/site/forms/form-values.ts'
import { SiteToaster } from '#web/features/site/forms/SiteToaster.tsx'
import { submitOnCtrlEnter } from '#web/features/site/forms/submit-on-ctrl-enter.ts'
import { useLeavingAsks } from '#web/features/site/forms/use-leaving-asks.ts'
import { useSiteForm } from '#web/features/site/forms/use-site-form.ts'
import { Button } from '#web/features/site/ui/Button.tsx'
import { Card, Container, PageHeading } from '#web/features/site/ui/Container.tsx'
import { Notice } from '#web/features/site/ui/Notice.tsx'
import { mergeEdit } from '#web/lib/merge-edit.ts'
import { toastError } from '#web/ui/toast.ts'
import { ApplicantFields } from './ApplicantFields.tsx'
import { startTexts, textsOf } from './application-form.ts'
import { DraftConflict, type SavedElsewhere } from './DraftConflict.tsx'
import { ResumedNotice, savedText } from './draft-notes.tsx'
import { FileField } from './FileField.tsx'
import { SubmittedPanel } from './SubmittedPanel.tsx'
import { TermsField } from './TermsField.tsx'
import { useApplication } from './use-application.ts'
import { useApplicationFiles } from './use-application-files.ts'
import { useNoStrayDrops } from './use-no-stray-drops.ts'

/** The accreditation application, which can be saved, continued on another device and submitted. */
export function AccreditationPage({
  lender,
  broker,
  brokerKey,
  cameFrom,
  formTime,
  draft: first,
  isClosed,
}: AccreditationPageFacts): ReactElement {
  const [initial] = useState(() => startTexts(first))
  const [submission, setSubmission] = useState<Submission | null>(null)
  const [email, setEmail] = useState('')
  const [elsewhere, setElsewhere] = useState<SavedElsewhere | null>(null)
  const files = useApplicationFiles(first?.files ?? [])
  const form = useSiteForm({
    schema: applicationFields,
    initial,
    keepAs: `accreditation ${first?.email ?? ''}`,
    read: (texts) => ({ ...texts, acceptedTerms: 'acceptedTerms' in texts, brokerId: broker }),
  })
  const { doing, progress, draft, isSaved, save, submit, removeKept } = useApplication({
    broker,
    brokerKey,
    cameFrom,
    formTime,
    draft: first,
    files,
    onSaved: (texts) => {
      form.markKept(texts)
      setElsewhere(null)
    },
    onSubmitted: setSubmission,
    onFields: form.showErrors,
    onChanged: ({ opened, current }) => {
      const { values, fields } = mergeEdit(textsOf(opened), textsOf(current), form.texts())
      const texts = values as FormTexts // of the same fields
      form.put(texts)
      form.markKept({ ...form.texts(), ...textsOf(current) })
      setElsewhere({ at: current.savedAt, fields })
    },
  })
  useLeavingAsks(submission === null && (form.changed || files.isAnyChosen))
  useNoStrayDrops()
  if (submission) return <SubmittedPanel submission={submission} lender={lender} email={email} />

  const trySave = (): void => {
    if (form.check(draftFields)) void save(form.texts())
  }
  const trySubmit = (event: FormEvent): void => {
    event.preventDefault()
    if (doing || isClosed) return
    const isMissing = !files.has('piInsurance')
    if (isMissing) toastError(PI_REQUIRED, PI_REQUIRED_TITLE)
    if (!form.check(applicationFields, isMissing ? { piInsurance: PI_REQUIRED } : {})) return
    setEmail(form.texts().email ?? '')
    void submit(form.texts())
  }
  const fileField = (kind: ApplicationFileKind, required: boolean): ReactElement => {
    const chosen = files.chosen[kind]
    const kept = files.keptOf(kind)
    const isSent = chosen !== undefined && (doing === 'saving' || doing === 'submitting')
    return (
      <FileField
        name={kind}
        label={`${applicationFileLabels[kind]}${required ? '' : ' (optional)'}`}
        required={required}
        error={form.errors[kind]}
        file={
          chosen
            ? { name: chosen.name, bytes: chosen.size, isKept: false }
            : kept
              ? { name: kept.filename, bytes: kept.bytes, isKept: true }
              : null
        }
        progress={isSent ? progress : null}
        busy={doing !== null}
        onChoose={(file) => files.choose(kind, file)}
        onError={(message) => form.setError(kind, message)}
        onRemove={() => (chosen ? files.choose(kind, null) : void removeKept(kind))}
      />
    )
  }
  return (
    <Container width="text" className="py-10 sm:py-14">
      <PageHeading title="Broker accreditation">
        <p>
          Apply to become an accredited broker of {lender.name}. Have your certificate of professional
          indemnity insurance at hand; you can save a draft and continue later, on any device.
        </p>
      </PageHeading>
      {first && <ResumedNotice draft={first} />}
      {isClosed && (
        <div className="mb-6">
          <Notice tone="warning" title="Applications are not open yet">
            {NO_PAPERS}
          </Notice>
        </div>
      )}
      {/* method: without the script a submit has no effect, instead of putting names into the URL */}
      <form
        ref={form.ref}
        method="dialog"
        noValidate
        onSubmit={trySubmit}
        onKeyDown={submitOnCtrlEnter}
        {...form.handlers}
        className="grid gap-6"
      >
        <Card className="grid gap-5">
          <h2 className="text-title font-semibold">About you</h2>
          <ApplicantFields bind={form.bind} fill={form.fill} />
        </Card>
        <Card className="grid gap-5">
          <h2 className="text-title font-semibold">Documents</h2>
          <div className="grid gap-5 sm:grid-cols-2">
            {fileField('piInsurance', true)}
            {fileField('licenceCopy', false)}
          </div>
        </Card>
        <TermsField
          lender={lender}
          defaultChecked={initial.acceptedTerms === 'on'}
          error={form.errors.acceptedTerms}
        />
        <div className="grid gap-3 sm:flex">
          <Button
            type="submit"
            variant="primary"
            pending={doing === 'submitting'}
            pendingText="Submitting..."
            disabled={doing !== null || isClosed}
          >
            Submit Application
          </Button>
          <Button
            pending={doing === 'saving'}
            pendingText="Saving..."
            disabled={doing !== null}
            onClick={trySave}
          >
            Save Draft
          </Button>
        </div>
        {elsewhere && (
          <DraftConflict
            key={elsewhere.at}
            form={form.ref.current}
            saved={elsewhere}
            onChoose={(name, text) => form.put({ [name]: text })}
          />
        )}
        {isSaved && draft && (
          <Notice tone="success" title="Draft saved">
            {savedText(draft)}
          </Notice>
        )}
      </form>
      <SiteToaster />
    </Container>
  )
}
