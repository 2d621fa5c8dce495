import { useState } from 'react'
import {
  type ApplicationFileKind,
  applicationFileKinds,
  type Draft,
} from '#contract/accreditations/accreditations.ts'

export type KeptFile = Draft['files'][number]
export type ChosenFiles = Partial<Record<ApplicationFileKind, File>>

export interface ApplicationFiles {
  /** On this device, not sent yet. */
  chosen: ChosenFiles
  /** Stored with the draft on the server; a chosen file of the same kind replaces it when it is sent. */
  keptOf: (kind: ApplicationFileKind) => KeptFile | undefined
  has: (kind: ApplicationFileKind) => boolean
  isAnyChosen: boolean
  choose: (kind: ApplicationFileKind, file: File | null) => void
  /** Marks these files as saved on the server. */
  keep: (files: readonly KeptFile[], sent?: ChosenFiles) => void
}

/** The files of an application: those chosen on this page, and those stored with the draft. */
export function useApplicationFiles(first: readonly KeptFile[]): ApplicationFiles {
  const [chosen, setChosen] = useState<ChosenFiles>({})
  const [kept, setKept] = useState(first)
  const keptOf = (kind: ApplicationFileKind): KeptFile | undefined => kept.find((file) => file.kind === kind)
  const choose = (kind: ApplicationFileKind, file: File | null): void =>
    setChosen(({ [kind]: _, ...others }) => (file ? { ...others, [kind]: file } : others))
  return {
    chosen,
    keptOf,
    has: (kind) => chosen[kind] !== undefined || keptOf(kind) !== undefined,
    isAnyChosen: applicationFileKinds.some((kind) => chosen[kind] !== undefined),
    choose,
    keep: (files, sent = {}) => {
      setKept(files)
      // a file chosen during the upload stays chosen
      setChosen((now) =>
        Object.fromEntries(
          applicationFileKinds.flatMap((kind) => {
            const file = now[kind]
            return file && file !== sent[kind] ? [[kind, file]] : []
          }),
        ),
      )
    },
  }
}
