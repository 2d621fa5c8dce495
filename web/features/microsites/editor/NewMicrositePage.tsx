import { Globe } from 'lucide-react'
import { type ReactElement, useEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import type { Campaign } from '#contract/campaigns/campaigns.ts'
import { createMicrosite } from '#contract/microsites/microsites.ts'
import { useRefusal } from '#web/api/session.ts'
import { useZodForm } from '#web/lib/form.ts'
import { useFormWrite } from '#web/lib/use-form-write.ts'
import { useLeaveGuard } from '#web/lib/use-leave-guard.ts'
import { useUrlState } from '#web/lib/use-url-state.ts'
import { Button } from '#web/ui/Button.tsx'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { Loading, Skeleton } from '#web/ui/Skeleton.tsx'
import { type MicrositeFormFields, micrositeFormSchema, newMicrosite } from '../microsite-form.ts'
import { useAddress } from '../use-address.ts'
import { useCampaigns } from '../use-campaigns.ts'
import { MicrositeEditor } from './MicrositeEditor.tsx'
import { prefillOf } from './prefill.ts'
import { useTyped } from './use-typed.ts'

const defaults = { section: '', campaign: '' }
const crumbs = [{ label: 'Microsites', to: '/microsites' }]

/** A new microsite, with a preview of the page. */
export function NewMicrositePage(): ReactElement {
  const address = useAddress()
  const campaigns = useCampaigns()
  return (
    <>
      <PageHeader
        title="Create Microsite"
        crumbs={crumbs}
        subtitle="A product page for brokers, public as soon as it is created."
      />
      {campaigns ? (
        <Loaded address={address} campaigns={campaigns} />
      ) : (
        <Loading text="Loading campaigns...">
          <Skeleton className="h-96" />
        </Loading>
      )}
    </>
  )
}

function Loaded({ address, campaigns }: { address: string; campaigns: readonly Campaign[] }): ReactElement {
  const navigate = useNavigate()
  const [{ section, campaign }, setUrl] = useUrlState(defaults)
  const refusal = useRefusal('microsites.write')
  const [values] = useState(() => newMicrosite(address))
  const form = useZodForm(micrositeFormSchema, values)
  useTyped(form, values)
  const [isSaved, setSaved] = useState(false)
  const create = useFormWrite(form, createMicrosite, {
    success: 'Microsite created successfully',
    failure: 'Failed to create microsite',
    onSuccess: () => setSaved(true),
  })
  useLeaveGuard(form.formState.isDirty && !isSaved)
  useEffect(() => {
    if (isSaved) void navigate('/microsites')
  }, [isSaved, navigate])
  const opened = useRef(campaign)
  useEffect(() => {
    const chosen = campaigns.find(({ id }) => String(id) === opened.current)
    opened.current = ''
    if (!chosen || form.getValues('campaignId') !== '') return
    form.setValue('campaignId', String(chosen.id), { shouldDirty: true })
    for (const [name, value] of Object.entries(prefillOf(chosen)))
      form.setValue(name as 'name', value, { shouldDirty: true }) // a text of the form each
  }, [campaigns, form])
  const submit = ({ active: _, ...body }: MicrositeFormFields): void => {
    if (!create.isPending && !isSaved && !refusal) create.mutate({ body })
  }
  return (
    <MicrositeEditor
      {...{ form, address, campaigns, section }}
      isEdit={false}
      onSection={(next) => setUrl({ section: next })}
      onSubmit={submit}
      actions={
        <Button
          type="submit"
          variant="primary"
          icon={Globe}
          disabledReason={refusal}
          disabled={isSaved}
          pending={create.isPending}
          pendingText="Creating..."
        >
          Create Microsite
        </Button>
      }
    />
  )
}
