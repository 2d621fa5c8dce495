import { type ApplicationFileKind, applicationFileKinds, type Draft } from '#contract/accreditations.ts'
import type { FormTexts } from '#web/features/site/forms/form-values.ts'
import type { ChosenFiles } from './use-application-files.ts'

export const textNames = [
  'firstName',
  'lastName',
  'email',
  'phone',
  'asicNumber',
  'membership',
  'company',
] as const

/** What stands in the form at the start: what was kept, or nothing. */
export function startTexts(draft: Draft | null): FormTexts {
  const texts: FormTexts = { website: '' }
  for (const name of textNames) texts[name] = draft?.[name] ?? ''
  // a box that is not ticked is not among a form's texts
  if (draft?.acceptedTerms) texts.acceptedTerms = 'on'
  return texts
}

interface Parts {
  texts: FormTexts
  files: ChosenFiles
  broker: number | null
  /** Only with a submission that completes a draft. */
  draft?: string | null
}

/** The form as it is sent: texts before files, so that the server knows of whom the files are. */
export function bodyOf({ texts, files, broker, draft }: Parts): FormData {
  const body = new FormData()
  for (const name of [...textNames, 'website'] as const) body.append(name, texts[name] ?? '')
  body.append('acceptedTerms', String('acceptedTerms' in texts))
  if (broker !== null) body.append('brokerId', String(broker))
  if (draft) body.append('draft', draft)
  for (const kind of applicationFileKinds) {
    const file = files[kind]
    if (file) body.append(kind, file, file.name)
  }
  return body
}

/** What makes two tries the same try: the texts, and which files they are. */
export function requestText({ texts, files, draft }: Parts): string {
  const marks = applicationFileKinds.map((kind: ApplicationFileKind) => {
    const file = files[kind]
    return file ? [kind, file.name, file.size, file.lastModified] : kind
  })
  return JSON.stringify([texts, marks, draft ?? null])
}
