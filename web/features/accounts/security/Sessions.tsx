import { useQueryClient } from '@tanstack/react-query'
import { Laptop, Smartphone } from 'lucide-react'
import { type ReactElement, useState } from 'react'
import type { Session } from '#contract/accounts/own-account.ts'
import { messageOf } from '#web/api/api-error.ts'
import { call } from '#web/api/call.ts'
import { useRead } from '#web/api/use-read.ts'
import { useWrite } from '#web/api/use-write.ts'
import { Badge } from '#web/ui/Badge.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Panel } from '#web/ui/Card.tsx'
import { confirm } from '#web/ui/confirm.ts'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { RelativeTime } from '#web/ui/RelativeTime.tsx'
import { Loading } from '#web/ui/Skeleton.tsx'
import { toast, toastError } from '#web/ui/toast.ts'
import { useAccountArea } from './area.ts'

/** The account's sessions in this area. */
export function Sessions(): ReactElement {
  const { account, size } = useAccountArea()
  const sessions = useRead(account.listSessions)
  const leaveAll = useLeaveEverywhere()
  return (
    <Panel title="Where you are signed in" flush>
      {sessions.data ? (
        <>
          <ul className="divide-y divide-line">
            {sessions.data.map((session) => (
              <Row key={session.id} session={session} />
            ))}
          </ul>
          <div className="border-t border-line p-4">
            <Button
              size={size}
              pending={leaveAll.pending}
              pendingText="Signing out..."
              onClick={() => void leaveAll.run()}
            >
              Sign out everywhere
            </Button>
          </div>
        </>
      ) : sessions.isError ? (
        <ErrorState
          title="Your sessions could not be loaded."
          error={sessions.error}
          onRetry={() => void sessions.refetch()}
        />
      ) : (
        <Loading text="Loading..." />
      )}
    </Panel>
  )
}

function Row({ session }: { session: Session }): ReactElement {
  const { id, device, ip, createdAt, lastSeenAt, current } = session
  const { account, size } = useAccountArea()
  const end = useWrite(account.endSession, {
    onSuccess: () => toast({ title: 'Signed out', message: `${device} is signed out.`, tone: 'success' }),
    onError: (error) => toastError(messageOf(error, 'The session could not be ended. Please try again.')),
  })
  const Icon = /android|iphone|ipad|phone/i.test(device) ? Smartphone : Laptop
  return (
    <li className="flex items-center gap-3 p-4">
      <Icon aria-hidden className="size-6 shrink-0 text-ink-faint" strokeWidth={1.5} />
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1 font-medium">
          {device}
          {current && <Badge tone="green">This device</Badge>}
        </p>
        <p className="text-xs text-ink-soft">
          {ip && `${ip} · `}
          Last seen: <RelativeTime when={lastSeenAt ?? createdAt} />
        </p>
      </div>
      {!current && (
        <Button size={size} pending={end.isPending} onClick={() => end.mutate({ params: { id } })}>
          Sign out<span className="sr-only"> {device}</span>
        </Button>
      )}
    </li>
  )
}

function useLeaveEverywhere(): { pending: boolean; run: () => Promise<void> } {
  const client = useQueryClient()
  const { account, leave } = useAccountArea()
  const [pending, setPending] = useState(false)
  const run = async (): Promise<void> => {
    const isSure = await confirm({
      title: 'Sign out everywhere?',
      body: 'Every device is signed out, including this one. Sign in again with your password.',
      action: 'Sign out everywhere',
    })
    if (!isSure) return
    setPending(true)
    try {
      await call(account.endAllSessions)
    } catch (error) {
      setPending(false)
      toastError(messageOf(error, 'You could not be signed out everywhere. Please try again.'))
      return
    }
    leave(client)
    toast({ title: 'Signed out', message: 'You are signed out everywhere.', tone: 'success' })
  }
  return { pending, run }
}
