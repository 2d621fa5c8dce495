import { useQuery } from '@tanstack/react-query'
import { type ReactElement, useEffect, useId, useState } from 'react'
import { getOrganisation } from '#contract/organisation.ts'
import {
  buyTwilioNumber,
  createVapiNumber,
  getNumberNeeds,
  type NumberNeeds,
  type VendorId,
} from '#contract/telephony.ts'
import { messageOf } from '#web/api/api-error.ts'
import { call } from '#web/api/call.ts'
import { useRead } from '#web/api/use-read.ts'
import { useWrite } from '#web/api/use-write.ts'
import { showServerErrors, useZodForm } from '#web/lib/form.ts'
import { formatPhone } from '#web/lib/format.ts'
import { Button } from '#web/ui/Button.tsx'
import { closeUnlessDirty, Dialog } from '#web/ui/Dialog.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { Form } from '#web/ui/Form.tsx'
import { Loading, Skeleton } from '#web/ui/Skeleton.tsx'
import { toastError, toastSuccess } from '#web/ui/toast.ts'
import { AddressFields, BundleField } from './OrderFields.tsx'
import { firstOrder, orderForm, orderOf, orderRefusal } from './order-form.ts'
import { numberTitle, vendorWords } from './vendor-labels.ts'

const orders = { twilio: buyTwilioNumber, vapi: createVapiNumber }

interface OrderDialogProps {
  vendor: VendorId
  areaCode: string
  onClose: () => void
}

/** Says what a number of an area is and what it needs, asks for that, and rents one. */
export function OrderDialog({ vendor, areaCode, onClose }: OrderDialogProps): ReactElement {
  const formId = useId()
  const words = vendorWords[vendor]
  const [dirty, setDirty] = useState(false)
  const needs = useQuery({
    // not under a topic: what is typed here must not be asked for anew because a call has ended
    queryKey: ['number-needs', vendor, areaCode],
    queryFn: ({ signal }) => call(getNumberNeeds, { params: { vendor }, query: { areaCode }, signal }),
    gcTime: 0,
  })
  const organisation = useRead(getOrganisation)
  const buy = useWrite(orders[vendor], {
    onSuccess: (number) => {
      toastSuccess(`${numberTitle(number)} is yours now`)
      onClose()
    },
    onError: (error) => toastError(messageOf(error, words.failure)),
  })
  const isReady = needs.data !== undefined && !organisation.isPending
  return (
    <Dialog
      open
      onClose={onClose}
      dirty={dirty && !buy.isSuccess}
      title={`${words.action} with area code ${areaCode}`}
      footer={
        <>
          <Button onClick={() => void closeUnlessDirty(dirty, onClose)}>Cancel</Button>
          <Button
            type="submit"
            form={formId}
            variant="primary"
            disabled={!isReady}
            disabledReason={needs.data ? orderRefusal(needs.data) : null}
            pending={buy.isPending}
            pendingText={words.pending}
          >
            {words.action}
          </Button>
        </>
      }
    >
      {isReady ? (
        <OrderForm
          id={formId}
          needs={needs.data}
          business={organisation.data?.legalName ?? ''}
          onDirty={setDirty}
          onOrder={(values, showErrors) =>
            buy.mutate({ body: orderOf(needs.data, areaCode, values) }, { onError: showErrors })
          }
        />
      ) : needs.error ? (
        <ErrorState
          title="It could not be worked out what such a number needs."
          error={needs.error}
          onRetry={() => void needs.refetch()}
        />
      ) : (
        <Loading text="Looking up what such a number needs...">
          <Skeleton className="h-4" />
          <Skeleton className="mt-3 h-4 w-2/3" />
          <Skeleton className="mt-6 h-8" />
        </Loading>
      )}
    </Dialog>
  )
}

interface OrderFormProps {
  id: string
  needs: NumberNeeds
  business: string
  onDirty: (dirty: boolean) => void
  onOrder: (values: ReturnType<typeof firstOrder>, showErrors: (error: Error) => void) => void
}

function OrderForm({ id, needs, business, onDirty, onOrder }: OrderFormProps): ReactElement {
  const form = useZodForm(orderForm(needs), firstOrder(needs, business))
  const refusal = orderRefusal(needs)
  const { isDirty } = form.formState
  useEffect(() => onDirty(isDirty), [isDirty, onDirty])
  const order = form.handleSubmit((values) => onOrder(values, (error) => void showServerErrors(form, error)))
  return (
    <Form id={id} onSubmit={order}>
      <p>{needs.explanation}</p>
      {refusal ? (
        <p className="text-amber-ink">{refusal}</p>
      ) : (
        <>
          <Examples needs={needs} />
          {needs.address.needed && <AddressFields form={form} choices={needs.address.choices} />}
          {needs.bundle.needed && <BundleField form={form} choices={needs.bundle.choices} />}
        </>
      )}
    </Form>
  )
}

function Examples({ needs: { type, examples } }: { needs: NumberNeeds }): ReactElement | null {
  // Vapi gives what it has without showing it first
  if (type === 'us') return null
  if (examples.length === 0)
    return <p className="text-amber-ink">None is offered right now; try again later.</p>
  return (
    <p className="tabular">
      <span className="text-ink-soft">Offered now: </span>
      {examples.map(formatPhone).join(', ')}
    </p>
  )
}
