import {
  type DocumentTypeSetup,
  listDocumentTypeSetups,
  updateDocumentType,
} from '#contract/documents/document-types.ts'
import { messageOf } from '#web/api/api-error.ts'
import { useRead } from '#web/api/use-read.ts'
import { useWrite } from '#web/api/use-write.ts'
import { confirm } from '#web/ui/confirm.ts'
import { toastError, toastSuccess } from '#web/ui/toast.ts'

interface TypeChanges {
  /** Position among the active types, from 1. */
  place: number
  isPending: boolean
  move: (place: number) => void
  retire: () => Promise<void>
  resume: () => void
}

/** Moves, retires or restores a document type. */
export function useTypeChanges(type: DocumentTypeSetup): TypeChanges {
  const { data } = useRead(listDocumentTypeSetups)
  const update = useWrite(updateDocumentType, {
    refresh: ['documents'],
    onSuccess: ({ name, retiredAt }, { body }) => {
      if (body instanceof FormData || body.retired === undefined) return
      toastSuccess(retiredAt === null ? `${name} was restored` : `${name} was retired`)
    },
    onError: (error) => toastError(messageOf(error, 'Failed to change the document type')),
  })
  const params = { id: type.id }
  return {
    place:
      (data?.filter(({ retiredAt }) => retiredAt === null).findIndex(({ id }) => id === type.id) ?? 0) + 1,
    isPending: update.isPending,
    move: (position) => update.mutate({ params, body: { position } }),
    retire: async () => {
      const isSure = await confirm({
        title: `Retire ${type.name}?`,
        body: 'Brokers no longer need to upload it, and it no longer counts towards accreditation. Uploaded documents and the decisions on them are kept.',
        action: 'Retire document type',
        danger: true,
      })
      if (isSure) update.mutate({ params, body: { retired: true } })
    },
    resume: () => update.mutate({ params, body: { retired: false } }),
  }
}
