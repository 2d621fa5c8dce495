import type { ReactElement } from 'react'
import { importIntoVapi, type PhoneNumber } from '#contract/calls/telephony.ts'
import { messageOf } from '#web/api/api-error.ts'
import { useRefusal } from '#web/api/session.ts'
import { useWrite } from '#web/api/use-write.ts'
import { Button } from '#web/ui/Button.tsx'
import { confirm } from '#web/ui/confirm.ts'
import { toastError, toastSuccess } from '#web/ui/toast.ts'
import { numberTitle } from './vendor-labels.ts'

/** Numbers of Twilio that Vapi could call from. */
export function ImportFromTwilio({ numbers }: { numbers: readonly PhoneNumber[] }): ReactElement {
  return (
    <div className="border-b border-line px-4 py-3">
      <h3 className="font-medium">Import from Twilio</h3>
      <p className="text-ink-soft">
        Vapi reaches Australian phones only from a number that Twilio rents to us.
      </p>
      <ul className="mt-2 flex flex-col gap-2">
        {numbers.map((number) => (
          <li key={number.id} className="flex items-center justify-between gap-3">
            {numberTitle(number)}
            <ImportButton number={number} />
          </li>
        ))}
      </ul>
    </div>
  )
}

function ImportButton({ number }: { number: PhoneNumber }): ReactElement {
  const refusal = useRefusal('numbers.write')
  const title = numberTitle(number)
  const write = useWrite(importIntoVapi, {
    onSuccess: () => toastSuccess(`Vapi can call from ${title} now`),
    onError: (error) => toastError(messageOf(error, 'Failed to import the number into Vapi')),
  })
  const ask = async (): Promise<void> => {
    const yes = await confirm({
      title: `Import ${title} into Vapi?`,
      body: 'Vapi can then call from the number and answers calls to it on our behalf. Messages to it still reach Brokerline, and the number stays rented from Twilio.',
      action: 'Import number',
    })
    // the button is shown for numbers only, not for addresses
    if (yes && number.phoneNumber) write.mutate({ body: { phoneNumber: number.phoneNumber } })
  }
  return (
    <Button
      size="sm"
      pending={write.isPending}
      pendingText="Importing..."
      disabledReason={refusal}
      onClick={() => void ask()}
    >
      Import<span className="sr-only"> {title}</span>
    </Button>
  )
}
