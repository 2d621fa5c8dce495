import { Pencil, Trash2 } from 'lucide-react'
import { type ReactElement, useState } from 'react'
import {
  type CampaignTemplate,
  deleteTemplate,
  listTemplates,
  renameTemplate,
} from '#contract/campaigns/campaign-templates.ts'
import { messageOf } from '#web/api/api-error.ts'
import { useRefusal } from '#web/api/session.ts'
import { useRead } from '#web/api/use-read.ts'
import { useWrite } from '#web/api/use-write.ts'
import { field, useZodForm } from '#web/lib/form.ts'
import { useFormWrite } from '#web/lib/use-form-write.ts'
import { Button, ButtonLink } from '#web/ui/Button.tsx'
import { confirm } from '#web/ui/confirm.ts'
import { Dialog } from '#web/ui/Dialog.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { Form } from '#web/ui/Form.tsx'
import { IconButton } from '#web/ui/IconButton.tsx'
import { Loading, Skeleton } from '#web/ui/Skeleton.tsx'
import { TextField } from '#web/ui/TextField.tsx'
import { toastError, toastSuccess } from '#web/ui/toast.ts'

/** The templates: to be used, renamed and deleted. */
export function TemplatesDialog({ onClose }: { onClose: () => void }): ReactElement {
  const { data, error, refetch } = useRead(listTemplates)
  return (
    <Dialog
      open
      onClose={onClose}
      title="Campaign templates"
      description="Save one from a new campaign, or from an existing one."
      footer={<Button onClick={onClose}>Close</Button>}
    >
      {data ? (
        data.length > 0 ? (
          <ul aria-label="Templates" className="divide-y divide-line border-y border-line">
            {data.map((template) => (
              <Row key={template.id} template={template} onUse={onClose} />
            ))}
          </ul>
        ) : (
          <p className="text-ink-soft">No templates yet.</p>
        )
      ) : error ? (
        <ErrorState title="The templates could not be loaded." error={error} onRetry={() => void refetch()} />
      ) : (
        <Loading text="Loading templates...">
          <Skeleton className="h-24" />
        </Loading>
      )}
    </Dialog>
  )
}

function Row({ template, onUse }: { template: CampaignTemplate; onUse: () => void }): ReactElement {
  const { id, name, settings } = template
  const [isRenaming, setRenaming] = useState(false)
  const refusal = useRefusal('campaigns.write')
  const remove = useWrite(deleteTemplate, {
    onSuccess: () => toastSuccess(`Template “${name}” deleted`),
    onError: (error) => toastError(messageOf(error, 'Failed to delete the template')),
  })
  const ask = async (): Promise<void> => {
    const body = 'Campaigns that were made from it stay as they are.'
    if (await confirm({ title: `Delete ${name}?`, body, action: 'Delete template', danger: true }))
      remove.mutate({ params: { id } })
  }
  return (
    <li className="flex items-center gap-2 py-2">
      {isRenaming ? (
        <RenameForm template={template} onDone={() => setRenaming(false)} />
      ) : (
        <>
          <p className="min-w-0 flex-1 leading-tight">
            <span className="block truncate font-medium" title={name}>
              {name}
            </span>
            <span className="block truncate text-xs text-ink-soft">{settings.product}</span>
          </p>
          <ButtonLink to={`/campaigns/new?template=${id}`} aria-label={`Use ${name}`} onClick={onUse}>
            Use
          </ButtonLink>
          <IconButton
            icon={Pencil}
            label={`Rename ${name}`}
            disabledReason={refusal}
            onClick={() => setRenaming(true)}
          />
          <IconButton
            icon={Trash2}
            variant="remove"
            label={`Delete ${name}`}
            disabledReason={refusal}
            pending={remove.isPending}
            onClick={() => void ask()}
          />
        </>
      )}
    </li>
  )
}

function RenameForm({ template, onDone }: { template: CampaignTemplate; onDone: () => void }): ReactElement {
  const form = useZodForm(renameTemplate.body, { name: template.name })
  const rename = useFormWrite(form, renameTemplate, {
    success: ({ name }) => `Template renamed to “${name}”`,
    failure: 'Failed to rename the template',
    onSuccess: onDone,
  })
  return (
    <Form
      label={`Rename ${template.name}`}
      className="flex flex-1 items-start gap-2"
      onSubmit={form.handleSubmit((body) => rename.mutate({ params: { id: template.id }, body }))}
    >
      <TextField label="Template name" hideLabel autoFocus className="flex-1" {...field(form, 'name')} />
      <Button type="submit" pending={rename.isPending}>
        Rename
      </Button>
      <Button variant="ghost" onClick={onDone}>
        Cancel
      </Button>
    </Form>
  )
}
