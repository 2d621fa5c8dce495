import { z } from 'zod'
import { businessAddress, type NumberNeeds, type NumberOrder } from '#contract/calls/telephony.ts'

/** The choice of a new address instead of one that the vendor has on file. */
export const NEW_ADDRESS = 'new'

const blank = { customerName: '', street: '', city: '', region: '', postalCode: '' }

/** The form for renting a number: only this number's requirements are mandatory, and none until they are loaded. */
export function orderForm(needs: NumberNeeds | undefined) {
  return z
    .object({
      addressId: z.string(),
      address: z.object({
        customerName: z.string(),
        street: z.string(),
        city: z.string(),
        region: z.string(),
        postalCode: z.string(),
      }),
      bundleId: z.string(),
    })
    .superRefine((values, context) => {
      if (needs?.bundle.needed && values.bundleId === '') {
        context.addIssue({ code: 'custom', path: ['bundleId'], message: 'Choose a bundle' })
      }
      if (!needs?.address.needed || values.addressId !== NEW_ADDRESS) return
      for (const { path, message } of businessAddress.safeParse(values.address).error?.issues ?? []) {
        context.addIssue({ code: 'custom', path: ['address', ...path], message })
      }
    })
}

export type OrderValues = z.output<ReturnType<typeof orderForm>>

export const emptyOrder: OrderValues = { addressId: NEW_ADDRESS, address: blank, bundleId: '' }

/** @param business the name that an address most likely is of */
export function firstOrder({ address, bundle }: NumberNeeds, business: string): OrderValues {
  return {
    addressId: address.choices[0]?.id ?? NEW_ADDRESS,
    address: { ...blank, customerName: business },
    bundleId: bundle.choices.length === 1 ? (bundle.choices[0]?.id ?? '') : '',
  }
}

/** The request body, without fields that this number does not need. */
export function orderOf(needs: NumberNeeds, areaCode: string, values: OrderValues): NumberOrder {
  const isNew = values.addressId === NEW_ADDRESS
  return {
    areaCode,
    ...(needs.address.needed && (isNew ? { address: values.address } : { addressId: values.addressId })),
    ...(needs.bundle.needed && { bundleId: values.bundleId }),
  }
}

/** Why it cannot be rented with any input; null: it can. */
export function orderRefusal({ bundle }: NumberNeeds): string | null {
  return bundle.needed && bundle.choices.length === 0
    ? 'It cannot be rented before Twilio has approved a regulatory bundle.'
    : null
}
