import { z } from 'zod'
import { endpoint } from './endpoint.ts'

export const openLink = endpoint('GET /s/:code', {
  tag: 'Messages',
  summary: 'The page behind a link of an SMS; unknown and expired links get a page that says so, status 404',
  access: 'public',
  // any text: a link that was cut or garbled gets the page too
  params: z.object({ code: z.string() }),
  kind: 'file',
})
