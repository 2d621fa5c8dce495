import { useQuery } from '@tanstack/react-query'
import type { ReactElement } from 'react'
import { getNumberNeeds, type NumberNeeds, rentNumber } from '#contract/calls/telephony.ts'
import { type VendorId, vendorFacts } from '#contract/calls/vendors.ts'
import { getOrganisation } from '#contract/system/organisation.ts'
import { messageOf } from '#web/api/api-error.ts'
import { call } from '#web/api/call.ts'
import { useRead } from '#web/api/use-read.ts'
import { useWrite } from '#web/api/use-write.ts'
import { showServerErrors, useZodForm } from '#web/lib/form.ts'
import { formatPhone } from '#web/lib/format.ts'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { FormDialog } from '#web/ui/FormDialog.tsx'
import { Loading, Skeleton } from '#web/ui/Skeleton.tsx'
import { toastError, toastSuccess } from '#web/ui/toast.ts'
import { AddressFields, BundleField, type OrderForm } from './OrderFields.tsx'
import { emptyOrder, firstOrder, orderForm, orderOf, orderRefusal } from './order-form.ts'
import { numberTitle } from './vendor-labels.ts'

interface OrderDialogProps {
  vendor: VendorId
  areaCode: string
  onClose: () => void
}

/** Shows the requirements of a number in an area, collects them, and rents one. */
export function OrderDialog({ vendor, areaCode, onClose }: OrderDialogProps): ReactElement {
  const words = vendorFacts[vendor].numbers
  const answer = useQuery({
    // outside the live topics: a refetch after each call would overwrite the input
    queryKey: ['number-needs', vendor, areaCode],
    queryFn: ({ signal }) => call(getNumberNeeds, { params: { vendor }, query: { areaCode }, signal }),
    gcTime: 0,
  })
  const organisation = useRead(getOrganisation)
  // wait for both: the organisation's business name is the default in the address
  const needs = organisation.isPending ? undefined : answer.data
  const business = organisation.data?.legalName ?? ''
  const form = useZodForm(orderForm(needs), emptyOrder, needs && firstOrder(needs, business))
  const buy = useWrite(rentNumber, {
    onSuccess: (number) => {
      toastSuccess(`${numberTitle(number)} is yours now`)
      onClose()
    },
    onError: (error) => {
      showServerErrors(form, error)
      toastError(messageOf(error, words.failure))
    },
  })
  return (
    <FormDialog
      onClose={onClose}
      title={`${words.action} with area code ${areaCode}`}
      dirty={form.formState.isDirty}
      write={buy}
      submit={words.action}
      pendingText={words.pending}
      disabled={!needs}
      disabledReason={answer.data && orderRefusal(answer.data)}
      onSubmit={form.handleSubmit(
        (values) => needs && buy.mutate({ params: { vendor }, body: orderOf(needs, areaCode, values) }),
      )}
    >
      {needs ? (
        <Needed needs={needs} form={form} />
      ) : answer.error ? (
        <ErrorState
          title="The number's requirements could not be loaded."
          error={answer.error}
          onRetry={() => void answer.refetch()}
        />
      ) : (
        <Loading text="Looking up requirements...">
          <Skeleton className="h-4" />
          <Skeleton className="mt-3 h-4 w-2/3" />
          <Skeleton className="mt-6 h-8" />
        </Loading>
      )}
    </FormDialog>
  )
}

function Needed({ needs, form }: { needs: NumberNeeds; form: OrderForm }): ReactElement {
  const refusal = orderRefusal(needs)
  return (
    <>
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
    </>
  )
}

function Examples({ needs: { type, examples } }: { needs: NumberNeeds }): ReactElement | null {
  // American numbers are assigned without being shown first
  if (type === 'us') return null
  if (examples.length === 0)
    return <p className="text-amber-ink">No numbers available right now; try again later.</p>
  return (
    <p className="tabular">
      <span className="text-ink-soft">Available now: </span>
      {examples.map(formatPhone).join(', ')}
    </p>
  )
}
