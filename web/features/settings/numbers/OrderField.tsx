import { type ReactElement, useId, useState } from 'react'
import { z } from 'zod'
import { numberOrder } from '#contract/calls/telephony.ts'
import { type VendorId, vendorFacts } from '#contract/calls/vendors.ts'
import { useRefusal } from '#web/api/session.ts'
import { field, useZodForm } from '#web/lib/form.ts'
import { Button } from '#web/ui/Button.tsx'
import { Form } from '#web/ui/Form.tsx'
import { lazyDialog } from '#web/ui/lazily.tsx'
import { TextField } from '#web/ui/TextField.tsx'
import { ForOperators } from '../ServiceList.tsx'

const OrderDialog = lazyDialog(async () => (await import('./OrderDialog.tsx')).OrderDialog)

const wanted = z.object({ areaCode: numberOrder.shape.areaCode })

interface OrderFieldProps {
  vendor: VendorId
  isConfigured: boolean
}

/** Area code and the button that rents a number there, after a dialog with its requirements. */
export function OrderField({ vendor, isConfigured }: OrderFieldProps): ReactElement {
  const hintId = useId()
  const { numbers: words, notConfigured } = vendorFacts[vendor]
  const roleRefusal = useRefusal('numbers.write')
  const [areaCode, setAreaCode] = useState<string | null>(null)
  const form = useZodForm(wanted, { areaCode: '' })
  const hint = isConfigured ? null : notConfigured
  const refusal = hint ?? roleRefusal
  return (
    <>
      <Form
        label={words.action}
        onSubmit={form.handleSubmit((order) => setAreaCode(order.areaCode))}
        className="grid grid-cols-[1fr_auto] items-start gap-2"
      >
        <TextField
          label="Area code"
          inputMode="tel"
          disabled={refusal !== null}
          help={hint ? undefined : words.areaCodeHelp}
          {...field(form, 'areaCode')}
          {...(hint && { 'aria-describedby': hintId })}
        />
        <Button type="submit" className="mt-6 max-md:h-11" disabledReason={refusal}>
          {words.action}
        </Button>
      </Form>
      {hint && (
        <div className="mt-2">
          <p id={hintId} className="text-amber-ink">
            {hint}
          </p>
          <p className="mt-1 text-ink-soft">
            {words.next}
            <ForOperators>{words.operator}</ForOperators>
          </p>
        </div>
      )}
      {areaCode !== null && (
        <OrderDialog vendor={vendor} areaCode={areaCode} onClose={() => setAreaCode(null)} />
      )}
    </>
  )
}
