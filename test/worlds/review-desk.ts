import { expect } from 'vitest'
import type { ReviewDocument, ReviewDocumentDetails } from '#contract/documents/document-reviews.ts'
import { createTestApp, type TestApp } from '../test-app.ts'
import { type Client, signedIn, staffClient } from './client.ts'
import { type PortalBroker, portalBroker, uploadAs } from './portal-brokers.ts'
import { addStaff } from './sign-in.ts'

/** Document types as they are at first: one that ends after months, on a day of its own, and two that never end. */
export const types = { indemnity: 2, photoId: 5, diploma: 7, cv: 11 }
export const approval = { action: 'approve', expiresOn: '2027-06-30' }
export const refusal = { action: 'reject', reason: 'Pages are missing.' }

/** Three reviewers over one queue, with a clock that moves only when set. */
export interface ReviewDesk {
  app: TestApp
  admin: Client
  jo: Client
  lee: Client
  joId: number
  now(): Date
  /** Back to where the desk began. */
  reset(): void
  at(instant: string): void
  later(hours: number): void
  uploaded(broker: PortalBroker, type?: number, filename?: string): Promise<number>
  /** Of a broker of its own. */
  fresh(type?: number): Promise<number>
  details(id: number, client?: Client): Promise<ReviewDocumentDetails>
  decide(client: Client, id: number, body: object): ReturnType<Client['send']>
  claim(client: Client, id: number, take?: boolean): ReturnType<Client['send']>
  list(query: string, client?: Client): Promise<ReviewDocument[]>
  /** Removes all waiting documents, for tests of the whole queue. */
  emptyQueue(): Promise<void>
}

const START = new Date('2026-11-24T10:00:00+11:00')
const HOUR_MS = 3_600_000

export const ids = (documents: readonly { id: number }[]): number[] => documents.map(({ id }) => id)

export async function reviewDesk(): Promise<ReviewDesk> {
  let now = START
  const app = await createTestApp({ now: () => now })
  const admin = await staffClient(app, 'admin')
  const joId = await addStaff(app, 'jo@staff.example', 'compliance')
  await addStaff(app, 'lee@staff.example', 'compliance')
  const uploaded: ReviewDesk['uploaded'] = (broker, type = types.indemnity, filename = 'certificate.pdf') =>
    uploadAs(broker, type, { filename })
  return {
    ...{ app, admin, joId, uploaded },
    jo: await signedIn(app, 'jo@staff.example'),
    lee: await signedIn(app, 'lee@staff.example'),
    now: () => now,
    reset() {
      now = START
    },
    at(instant) {
      now = new Date(instant)
    },
    later(hours) {
      now = new Date(now.getTime() + hours * HOUR_MS)
    },
    fresh: async (type) => uploaded(await portalBroker(app), type),
    details: async (id, client = admin) => (await client.get(`/api/documents/${id}`)).json(),
    decide: (client, id, body) => client.send('POST', `/api/documents/${id}/review`, body),
    claim: (client, id, take = true) => client.send('POST', `/api/documents/${id}/claim`, { claim: take }),
    async list(query, client = admin) {
      const answer = await client.get(`/api/documents${query}`)
      expect(answer.statusCode, answer.body).toBe(200)
      return answer.json()
    },
    async emptyQueue() {
      await app.connection.db
        .updateTable('documents')
        .set({ status: 'rejected' })
        .where('status', '=', 'pending')
        .execute()
    },
  }
}
