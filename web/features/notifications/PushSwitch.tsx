import { useQuery } from '@tanstack/react-query'
import { type ReactElement, useState } from 'react'
import { endPush, getPush, startPush } from '#contract/messages/notifications.ts'
import { messageOf } from '#web/api/api-error.ts'
import { useRead } from '#web/api/use-read.ts'
import { useWrite } from '#web/api/use-write.ts'
import { canPush, findPush, hashOfAddress, subscribePush } from '#web/lib/push.ts'
import { SwitchField } from '#web/ui/ChoiceFields.tsx'
import { toastError, toastSuccess } from '#web/ui/toast.ts'

const BLOCKED =
  'Notifications are blocked in the settings of this browser for this site. Allow them there first.'

/** Turns push notifications on or off for the signed-in person on this device; hidden where there are none. */
export function PushSwitch(): ReactElement | null {
  const { data } = useRead(getPush)
  const here = useQuery({
    queryKey: ['push-of-this-device'],
    queryFn: async () => {
      const subscription = await findPush()
      return subscription ? hashOfAddress(subscription.endpoint) : null
    },
  })
  const [isBusy, setBusy] = useState(false)
  const failed = (error: Error): void =>
    toastError(messageOf(error, 'Failed to change push notifications. Please try again.'))
  const start = useWrite(startPush, { onError: failed })
  const end = useWrite(endPush, { onError: failed })
  if (!canPush() || !data?.publicKey) return null
  const { publicKey, devices } = data
  const isOn = here.data != null && devices.includes(here.data)

  const turnOn = async (): Promise<void> => {
    if ((await Notification.requestPermission()) !== 'granted') return toastError(BLOCKED)
    const { endpoint, keys } = (await subscribePush(publicKey)).toJSON()
    const [p256dh, auth] = [keys?.p256dh, keys?.auth]
    if (!endpoint || !p256dh || !auth) throw new Error('This browser gave no push subscription.')
    await start.mutateAsync({ body: { endpoint, keys: { p256dh, auth } } })
    toastSuccess('This device shows a notification when a task needs a person')
  }
  const turnOff = async (): Promise<void> => {
    const subscription = await findPush()
    if (!subscription) return
    await end.mutateAsync({ body: { endpoint: subscription.endpoint } })
    await subscription.unsubscribe()
    toastSuccess('No more notifications on this device')
  }
  const change = async (): Promise<void> => {
    setBusy(true)
    try {
      await (isOn ? turnOff() : turnOn())
    } catch (error) {
      // a refusal of the server has shown its message
      if (!start.isError && !end.isError)
        toastError(messageOf(error, 'This browser does not allow push notifications here.'))
    } finally {
      await here.refetch()
      setBusy(false)
    }
  }
  return (
    <div className="mb-4">
      <SwitchField
        label="Notify me on this device when a task needs a person"
        help={Notification.permission === 'denied' ? BLOCKED : 'Names the kind of task, and no person.'}
        disabled={Notification.permission === 'denied'}
        checked={isOn}
        onChange={() => isBusy || void change()}
      />
    </div>
  )
}
