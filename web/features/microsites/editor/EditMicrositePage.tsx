import { type ReactElement, useEffect, useState } from 'react'
import { useNavigate, useParams } from 'react-router'
import type { Campaign } from '#contract/campaigns/campaigns.ts'
import { getMicrosite, type Microsite, updateMicrosite } from '#contract/microsites/microsites.ts'
import { isNotFound } from '#web/api/api-error.ts'
import { useRefusal } from '#web/api/session.ts'
import { useRecord } from '#web/api/use-read.ts'
import { useWrite } from '#web/api/use-write.ts'
import { useZodForm } from '#web/lib/form.ts'
import { useFormEdit } from '#web/lib/use-edit.ts'
import { showFailure } from '#web/lib/use-form-write.ts'
import { useLeaveGuard } from '#web/lib/use-leave-guard.ts'
import { recordId } from '#web/lib/use-open-record.ts'
import { useUrlState } from '#web/lib/use-url-state.ts'
import { Button, ButtonLink } from '#web/ui/Button.tsx'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { PanelFallback } from '#web/ui/PanelFallback.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { toastSuccess } from '#web/ui/toast.ts'
import {
  changesOf,
  inFormNames,
  type MicrositeFormFields,
  micrositeFormSchema,
  valuesOf,
} from '../microsite-form.ts'
import { useAddress } from '../use-address.ts'
import { useCampaigns } from '../use-campaigns.ts'
import { MicrositeEditor } from './MicrositeEditor.tsx'
import { useTyped } from './use-typed.ts'

const defaults = { section: '' }
const crumbs = [{ label: 'Microsites', to: '/microsites' }]

/** One microsite, with a preview of the edited page. */
export function EditMicrositePage(): ReactElement {
  const { id = '' } = useParams()
  const number = recordId(id)
  const read = useRecord(getMicrosite, number)
  const campaigns = useCampaigns()
  if (number !== null && read.data && campaigns)
    return <Loaded key={number} microsite={read.data} campaigns={campaigns} />
  return (
    <>
      <PageHeader title="Edit Microsite" crumbs={crumbs} />
      <PanelFallback
        noun="microsite"
        isMissing={number === null || isNotFound(read.error)}
        missing="There is no microsite with this number."
        action={<ButtonLink to="/microsites">All microsites</ButtonLink>}
        error={read.error}
        onRetry={() => void read.refetch()}
        skeleton={<Skeleton className="h-96" />}
      />
    </>
  )
}

interface LoadedProps {
  microsite: Microsite
  campaigns: readonly Campaign[]
}

/** Keeps its initial values when the data changes. */
function Loaded({ microsite, campaigns }: LoadedProps): ReactElement {
  const navigate = useNavigate()
  const address = useAddress()
  const [{ section }, setUrl] = useUrlState(defaults)
  const refusal = useRefusal('microsites.write')
  const [values] = useState(() => valuesOf(microsite))
  const form = useZodForm(micrositeFormSchema, values)
  useTyped(form, values)
  const { dirtyFields, isDirty } = form.formState
  const [isSaved, setSaved] = useState(false)
  const edit = useFormEdit(updateMicrosite, form, { record: microsite, toForm: valuesOf })
  const save = useWrite(updateMicrosite, {
    edit,
    onSuccess: () => {
      toastSuccess('Microsite updated successfully')
      setSaved(true)
    },
    onError: (error) => showFailure(form, inFormNames(error), 'Failed to update microsite'),
  })
  useLeaveGuard(isDirty && !isSaved)
  useEffect(() => {
    if (isSaved) void navigate('/microsites')
  }, [isSaved, navigate])
  const submit = (fields: MicrositeFormFields): void => {
    if (save.isPending || isSaved || refusal) return
    const body = changesOf(fields, dirtyFields)
    if (Object.keys(body).length === 0) setSaved(true)
    else save.mutate({ params: { id: microsite.id }, body })
  }
  return (
    <>
      <PageHeader
        title="Edit Microsite"
        crumbs={crumbs}
        subtitle={`${microsite.title}. Saved changes are live straight away.`}
      />
      <MicrositeEditor
        {...{ form, address, campaigns, section }}
        isEdit
        edit={edit}
        onSection={(next) => setUrl({ section: next })}
        onSubmit={submit}
        actions={
          <Button
            type="submit"
            variant="primary"
            disabledReason={refusal}
            pending={save.isPending}
            pendingText="Saving..."
          >
            Save Changes
          </Button>
        }
      />
    </>
  )
}
