import {
  type ApplicationFileKind,
  applicationFileKinds,
  type Draft,
  draftTexts,
} from '#contract/accreditations/accreditations.ts'
import type { FormTexts } from '#web/features/site/forms/form-values.ts'
import type { ChosenFiles } from './use-application-files.ts'

/** The texts of a saved draft. */
export const textsOf = (draft: Draft): FormTexts =>
  Object.fromEntries(draftTexts.map((name) => [name, draft[name]]))

/** Initial values: the saved draft, or empty. */
export function startTexts(draft: Draft | null): FormTexts {
  const texts: FormTexts = { formCheck: '' }
  for (const name of draftTexts) texts[name] = draft?.[name] ?? ''
  // a box that is not ticked is not among a form's texts
  if (draft?.acceptedTerms) texts.acceptedTerms = 'on'
  return texts
}

interface Parts {
  texts: FormTexts
  files: ChosenFiles
  broker: number | null
  brokerKey?: string | null
  cameFrom?: string | null
  /** Of the page, as signed by the server. */
  formTime?: string
  /** Only with a submission that completes a draft. */
  draft?: string | null
}

/** The multipart body: texts before files, so that the server can identify the applicant before it reads the files. */
export function bodyOf({ texts, files, broker, brokerKey, cameFrom, formTime, draft }: Parts): FormData {
  const body = new FormData()
  for (const name of [...draftTexts, 'formCheck'] as const) body.append(name, texts[name] ?? '')
  body.append('acceptedTerms', String('acceptedTerms' in texts))
  if (broker !== null) body.append('brokerId', String(broker))
  if (broker !== null && brokerKey) body.append('brokerKey', brokerKey)
  if (cameFrom) body.append('cameFrom', cameFrom)
  if (formTime) body.append('formTime', formTime)
  if (draft) body.append('draft', draft)
  for (const kind of applicationFileKinds) {
    const file = files[kind]
    if (file) body.append(kind, file, file.name)
  }
  return body
}

/** Identifies equal attempts: the texts and the chosen files. */
export function requestText({ texts, files, draft }: Parts): string {
  const marks = applicationFileKinds.map((kind: ApplicationFileKind) => {
    const file = files[kind]
    return file ? [kind, file.name, file.size, file.lastModified] : kind
  })
  return JSON.stringify([texts, marks, draft ?? null])
}
