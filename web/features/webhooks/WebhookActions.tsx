import { Ellipsis, History, Pencil, RefreshCw, Send, Trash2 } from 'lucide-react'
import type { ReactElement } from 'react'
import { sendTestEvent } from '#contract/webhooks/webhook-deliveries.ts'
import { deleteWebhook, type Webhook } from '#contract/webhooks/webhook-endpoints.ts'
import { messageOf } from '#web/api/api-error.ts'
import { useWrite } from '#web/api/use-write.ts'
import { Button } from '#web/ui/Button.tsx'
import { confirm } from '#web/ui/confirm.ts'
import { IconButton } from '#web/ui/IconButton.tsx'
import { Menu, MenuItem, MenuRule } from '#web/ui/Menu.tsx'
import { toastError, toastSuccess } from '#web/ui/toast.ts'

export type WebhookDialogKind = 'edit' | 'rotate' | 'replay'

interface WebhookActionsProps {
  webhook: Webhook
  onShow: (kind: WebhookDialogKind) => void
  onLog: () => void
}

/** The actions on one webhook. */
export function WebhookActions({ webhook: { id, name }, onShow, onLog }: WebhookActionsProps): ReactElement {
  const test = useWrite(sendTestEvent, {
    onSuccess: () => {
      toastSuccess('A test event is being sent')
      onLog()
    },
    onError: (error) => toastError(messageOf(error, 'Failed to send a test event')),
  })
  const remove = useWrite(deleteWebhook, {
    onSuccess: () => toastSuccess(`${name} was removed`),
    onError: (error) => toastError(messageOf(error, 'Failed to remove the webhook')),
  })
  const ask = async (): Promise<void> => {
    const question = {
      title: `Remove ${name}?`,
      body: 'Events that wait for it are dropped, and its log goes with it.',
      action: 'Remove webhook',
      danger: true,
    }
    if (await confirm(question)) remove.mutate({ params: { id } })
  }
  return (
    <span className="flex items-center gap-1">
      <Button
        size="sm"
        variant="ghost"
        icon={Send}
        pending={test.isPending}
        pendingText="Sending..."
        onClick={() => test.mutate({ params: { id } })}
      >
        Test<span className="sr-only"> {name}</span>
      </Button>
      <Button size="sm" variant="ghost" icon={History} onClick={onLog}>
        Log<span className="sr-only"> of {name}</span>
      </Button>
      <Menu trigger={<IconButton label={`More for ${name}`} icon={Ellipsis} />}>
        <MenuItem icon={Pencil} onSelect={() => onShow('edit')}>
          Edit
        </MenuItem>
        <MenuItem icon={Send} onSelect={() => onShow('replay')}>
          Send events again
        </MenuItem>
        <MenuItem icon={RefreshCw} onSelect={() => onShow('rotate')}>
          Rotate the secret
        </MenuItem>
        <MenuRule />
        <MenuItem icon={Trash2} danger onSelect={() => void ask()}>
          Remove
        </MenuItem>
      </Menu>
    </span>
  )
}
