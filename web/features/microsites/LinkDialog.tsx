import { Fragment, type ReactElement, useId, useState } from 'react'
import { brokerLinkKey } from '#contract/brokers/brokers.ts'
import { MAX_UTM, type Microsite } from '#contract/microsites/microsites.ts'
import { useRead } from '#web/api/use-read.ts'
import { BrokerPicker, type PickedBroker } from '#web/features/brokers/BrokerPicker.tsx'
import { PHONE, useMediaQuery } from '#web/lib/use-media-query.ts'
import { Button } from '#web/ui/Button.tsx'
import { CopyField } from '#web/ui/CopyField.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'
import { TextField } from '#web/ui/TextField.tsx'
import { isLoopback, type LinkTags, tagFields, trackedUrl } from './link.ts'
import { QrCode } from './QrCode.tsx'

interface LinkDialogProps {
  microsite: Microsite
  address: string
  onClose: () => void
}

const noTags: LinkTags = { source: '', medium: '', campaign: '', content: '', term: '' }

/** Builds a tagged link to a microsite and its QR code. */
export function LinkDialog({ microsite, address, onClose }: LinkDialogProps): ReactElement {
  const [tags, setTags] = useState(noTags)
  const [broker, setBroker] = useState<PickedBroker | null>(null)
  const listId = useId()
  const isPhone = useMediaQuery(PHONE)
  const brokerId = broker?.id ?? null
  const signed = useRead(brokerLinkKey, { params: { id: brokerId ?? 0 } }, { enabled: brokerId !== null })
  const brokerKey = brokerId === null ? null : (signed.data?.key ?? null)
  const url = trackedUrl({ address, slug: microsite.slug, tags, brokerId, brokerKey })
  return (
    <Dialog
      open
      onClose={onClose}
      width="lg"
      title="Link and QR code"
      description={microsite.title}
      footer={<Button onClick={onClose}>Close</Button>}
    >
      {/* on a phone the link and its code are first */}
      <div className="grid gap-6 *:min-w-0 md:grid-cols-[1fr_15rem] md:grid-rows-[auto_1fr]">
        <CopyField
          label="Link"
          value={url}
          wrap
          help={<LinkNote microsite={microsite} address={address} />}
        />
        <div className="md:row-span-2">
          <QrCode url={url} name={microsite.slug} />
        </div>
        <div className="flex flex-col gap-4">
          <BrokerPicker
            label="Broker"
            help="Optional: visits, bookings and applications then count for this broker."
            value={broker}
            onChange={setBroker}
          />
          <details open={!isPhone}>
            <summary className="py-1 font-medium max-md:min-h-11 max-md:py-2.5">
              Campaign tracking (optional)
            </summary>
            <div className="mt-2 grid gap-4 sm:grid-cols-2">
              {tagFields.map(({ name, label, help, suggestions }) => (
                <Fragment key={name}>
                  <TextField
                    label={label}
                    help={help}
                    autoComplete="off"
                    autoCapitalize="none"
                    maxLength={MAX_UTM}
                    list={`${listId}-${name}`}
                    value={tags[name]}
                    onChange={(event) => setTags({ ...tags, [name]: event.target.value })}
                  />
                  <datalist id={`${listId}-${name}`}>
                    {suggestions.map((value) => (
                      <option key={value} value={value} />
                    ))}
                  </datalist>
                </Fragment>
              ))}
            </div>
          </details>
        </div>
      </div>
    </Dialog>
  )
}

function LinkNote({ microsite, address }: { microsite: Microsite; address: string }): ReactElement {
  if (!microsite.active) return <>This microsite is switched off: the link works once it is switched on.</>
  if (isLoopback(address)) {
    return <>Only this computer can open the link until your server administrator sets a public address.</>
  }
  return <>Visits through this link are counted under its tags.</>
}
