import type { Page } from '@playwright/test'
import { callingTime } from '#test/product/calling-day.ts'
import { expect } from './fixtures.ts'

/**
 * A server of its own for a file whose campaign dials: a campaign calls every broker who may be called, so a second one
 * finds most of them called today, and a server that was used for some minutes may have its clock in the night.
 * @param time in Sydney, another one for each file
 */
export const ownAfternoon = (time: string) => ({ SIM_NOW: callingTime(time) })

let made = 0

/** A fictitious number that is unique in this worker; its last digit decides the course of the call. */
export function numberEndingIn(digit: number): string {
  made += 1
  return `+61255503${String(made).padStart(2, '0')}${digit}`
}

/** Creates a campaign through the API. The page has to be signed in. */
export async function makeCampaign(
  page: Page,
  changes: Record<string, unknown> & { name: string },
): Promise<{ id: number; name: string }> {
  const answer = await page.request.post('/api/campaigns', {
    data: {
      product: 'Harbour Variable',
      rate: '6.14',
      callScript: 'Hello {{firstName}}, {{product}} is now at {{rate}}.',
      callStartTime: '09:00',
      callEndTime: '20:00',
      maxConcurrentCalls: 20,
      ...changes,
    },
  })
  expect(answer.status(), await answer.text()).toBe(201)
  return (await answer.json()) as { id: number; name: string } // the contract's type
}

/** Creates a broker whose number ends in `digit`. */
export async function makeBroker(
  page: Page,
  { name, digit, region = 'NSW' }: { name: string; digit: number; region?: string },
): Promise<{ id: number; phone: string }> {
  const phone = numberEndingIn(digit)
  const email = `${name.toLowerCase().replaceAll(/[^a-z]+/g, '.')}@example.com`
  const answer = await page.request.post('/api/brokers', {
    data: { name, phone, email, company: `${name} Finance`, region },
  })
  expect(answer.status(), await answer.text()).toBe(201)
  const broker = (await answer.json()) as { id: number } // the contract's type
  return { id: broker.id, phone }
}

/** Makes a test call to a number that ends in `digit` and waits until it has ended. */
export async function endedTestCall(page: Page, campaignId: number, digit: number): Promise<number> {
  const answer = await page.request.post('/api/calls/test', {
    data: { phoneNumber: numberEndingIn(digit), campaignId },
  })
  expect(answer.status(), await answer.text()).toBe(201)
  const { callId } = (await answer.json()) as { callId: number } // the contract's type
  await expect
    .poll(async () => (await readCall(page, callId)).callEndTime, { timeout: 30_000 })
    .not.toBeNull()
  return callId
}

interface CallAnswer {
  callEndTime: string | null
  duration: number | null
  recordingStatus: string
}

export async function readCall(page: Page, id: number): Promise<CallAnswer> {
  const answer = await page.request.get(`/api/calls/${id}`)
  return (await answer.json()) as CallAnswer // the contract's type
}
