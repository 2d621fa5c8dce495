import { useState } from 'react'
import {
  type ApplicationFileKind,
  createDraft,
  type Draft,
  draftVersion,
  removeDraftFile,
  type Submission,
  saveDraft,
  submitApplication,
} from '#contract/accreditations/accreditations.ts'
import { ApiError, messageOf } from '#web/api/api-error.ts'
import { call } from '#web/api/call.ts'
import { createTryKeys } from '#web/api/try-key.ts'
import { upload } from '#web/api/upload.ts'
import type { FormErrors, FormTexts } from '#web/features/site/forms/form-values.ts'
import { toast, toastError } from '#web/ui/toast.ts'
import { bodyOf, requestText } from './application-form.ts'
import { savedText } from './draft-notes.tsx'
import type { ApplicationFiles } from './use-application-files.ts'

type Doing = 'saving' | 'submitting' | 'removing'

interface Options {
  broker: number | null
  brokerKey: string | null
  cameFrom: string | null
  formTime: string
  draft: Draft | null
  files: ApplicationFiles
  onSaved: (texts: FormTexts) => void
  onSubmitted: (submission: Submission) => void
  /** Messages for fields. */
  onFields: (fields: FormErrors) => void
  /** The save was refused: another tab has saved the draft since. */
  onChanged: (change: { opened: Draft; current: Draft }) => void
}

export interface Application {
  doing: Doing | null
  /** From 0 to 1 while something is sent. */
  progress: number
  /** As stored on the server; null before the first save. */
  draft: Draft | null
  /** It was saved from here. */
  isSaved: boolean
  save: (texts: FormTexts) => Promise<void>
  submit: (texts: FormTexts) => Promise<void>
  removeKept: (kind: ApplicationFileKind) => Promise<void>
}

const GONE =
  'The saved draft no longer exists. What you typed is still here: choose your files again, then save or submit.'

/** Saves and submits with feedback; the typed values stay in any case. */
export function useApplication(options: Options): Application {
  const { broker, brokerKey, cameFrom, formTime, files, onSaved, onSubmitted, onFields, onChanged } = options
  const [draft, setDraft] = useState(options.draft)
  const [isSaved, setSaved] = useState(false)
  const [doing, setDoing] = useState<Doing | null>(null)
  const [progress, setProgress] = useState(0)
  const [keys] = useState(createTryKeys)

  const run = async (what: Doing, fallback: string, work: () => Promise<void>): Promise<void> => {
    setDoing(what)
    setProgress(0)
    try {
      await work()
      keys.settle()
    } catch (error) {
      keys.settle(error)
      const current = error instanceof ApiError ? (error.changed?.current ?? null) : null
      if (draft && current !== null) {
        // checked by the server against the contract
        const changed = current as Draft
        setDraft(changed)
        setSaved(false)
        files.keep(changed.files)
        onChanged({ opened: draft, current: changed })
      } else if (draft && error instanceof ApiError && error.status === 404) {
        setDraft(null)
        setSaved(false)
        files.keep([])
        toastError(GONE)
      } else {
        toastError(messageOf(error, fallback))
        if (error instanceof ApiError) onFields(error.fields)
      }
    } finally {
      setDoing(null)
    }
  }
  const save: Application['save'] = (texts) =>
    run('saving', 'Failed to save the draft', async () => {
      const parts = { texts, files: files.chosen, broker, brokerKey, cameFrom }
      const sending = { body: bodyOf(parts), onProgress: setProgress }
      const saved = draft
        ? await upload(saveDraft, {
            ...sending,
            params: { token: draft.token },
            version: draftVersion(draft),
          })
        : await upload(createDraft, { ...sending, idempotencyKey: keys.of(`draft ${requestText(parts)}`) })
      setDraft(saved)
      setSaved(true)
      files.keep(saved.files, parts.files)
      onSaved(texts)
      // so that a reload opens the saved draft
      window.history.replaceState(null, '', `/accreditation/resume/${encodeURIComponent(saved.token)}`)
      toast({ title: 'Draft saved', message: savedText(saved), tone: 'success' })
    })
  const submit: Application['submit'] = (texts) =>
    run('submitting', 'Failed to submit accreditation', async () => {
      const from = { broker, brokerKey, cameFrom, formTime }
      const parts = { texts, files: files.chosen, ...from, draft: draft?.token ?? null }
      const idempotencyKey = keys.of(requestText(parts))
      const version = draft ? draftVersion(draft) : undefined
      const sending = { body: bodyOf(parts), onProgress: setProgress, idempotencyKey, version }
      onSubmitted(await upload(submitApplication, sending))
    })
  const removeKept: Application['removeKept'] = (kind) =>
    run('removing', 'Failed to remove the file', async () => {
      if (!draft) return
      const saved = await call(removeDraftFile, { params: { token: draft.token, kind } })
      setDraft(saved)
      files.keep(saved.files)
    })
  return { doing, progress, draft, isSaved, save, submit, removeKept }
}
