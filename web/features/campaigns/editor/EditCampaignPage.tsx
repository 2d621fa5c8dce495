import { BookmarkPlus } from 'lucide-react'
import { type ReactElement, useEffect, useState } from 'react'
import { useNavigate, useParams } from 'react-router'
import {
  type Campaign,
  type CampaignFields,
  getCampaign,
  updateCampaign,
} from '#contract/campaigns/campaigns.ts'
import { isNotFound } from '#web/api/api-error.ts'
import { useRefusal } from '#web/api/session.ts'
import { useRecord } from '#web/api/use-read.ts'
import { useFormEdit } from '#web/lib/use-edit.ts'
import { useFormWrite } from '#web/lib/use-form-write.ts'
import { useLeaveGuard } from '#web/lib/use-leave-guard.ts'
import { recordId } from '#web/lib/use-open-record.ts'
import { useUrlState } from '#web/lib/use-url-state.ts'
import { pathTo } from '#web/routes/path-to.ts'
import { Button, ButtonLink } from '#web/ui/Button.tsx'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { PanelFallback } from '#web/ui/PanelFallback.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { changesOf, valuesOf } from '../campaign-form.ts'
import { CampaignEditor } from './CampaignEditor.tsx'
import { stepOf } from './editor-steps.ts'
import { SaveTemplateDialog } from './SaveTemplateDialog.tsx'
import { useEditorForm } from './use-editor-form.ts'

const crumbs = [{ label: 'Campaigns', to: '/campaigns' }]
const defaults = { step: '' }

/** One campaign in steps, to be changed. */
export function EditCampaignPage(): ReactElement {
  const { id = '' } = useParams()
  const number = recordId(id)
  const read = useRecord(getCampaign, number)
  if (number !== null && read.data) return <Loaded key={number} campaign={read.data} />
  return (
    <>
      <PageHeader title="Edit Campaign" crumbs={crumbs} />
      <PanelFallback
        noun="campaign"
        isMissing={number === null || isNotFound(read.error)}
        missing="There is no campaign with this number."
        action={<ButtonLink to="/campaigns">All campaigns</ButtonLink>}
        error={read.error}
        onRetry={() => void read.refetch()}
        skeleton={
          <>
            <Skeleton className="h-11" />
            <Skeleton className="mt-5 h-96" />
          </>
        }
      />
    </>
  )
}

/** Live updates do not overwrite the values being edited. */
function Loaded({ campaign }: { campaign: Campaign }): ReactElement {
  const navigate = useNavigate()
  const [{ step }, setUrl] = useUrlState(defaults)
  const [values] = useState(() => valuesOf(campaign))
  const { form, filled } = useEditorForm(values)
  const [isSaved, setSaved] = useState(false)
  const [isSavingTemplate, setSavingTemplate] = useState(false)
  const refusal = useRefusal('campaigns.write')
  const { dirtyFields, isDirty } = form.formState
  const edit = useFormEdit(updateCampaign, form, { record: campaign, toForm: valuesOf })
  const save = useFormWrite(form, updateCampaign, {
    edit,
    refresh: ['dashboard'],
    success: 'Campaign updated successfully',
    failure: 'Failed to update campaign',
    onSuccess: () => setSaved(true),
  })
  useLeaveGuard(isDirty && !isSaved)
  useEffect(() => {
    if (isSaved) void navigate(pathTo.campaign(campaign.id))
  }, [isSaved, navigate, campaign.id])
  const submit = (fields: CampaignFields): void => {
    if (save.isPending || isSaved || refusal) return
    const body = changesOf(fields, dirtyFields)
    if (Object.keys(body).length === 0) setSaved(true)
    else save.mutate({ params: { id: campaign.id }, body })
  }
  return (
    <>
      <PageHeader
        title="Edit Campaign"
        crumbs={[...crumbs, { label: campaign.name, to: pathTo.campaign(campaign.id) }]}
        subtitle="Calls in progress keep the script they started with."
        actions={
          <Button icon={BookmarkPlus} disabledReason={refusal} onClick={() => setSavingTemplate(true)}>
            Save as template
          </Button>
        }
      />
      <CampaignEditor
        form={form}
        isEdit
        edit={edit}
        campaignId={campaign.id}
        step={stepOf(step)}
        onStep={(next) => setUrl({ step: next }, { push: true })}
        filled={filled}
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
      {isSavingTemplate && (
        <SaveTemplateDialog form={form} suggestion={campaign.name} onClose={() => setSavingTemplate(false)} />
      )}
    </>
  )
}
