// How the loopback Twilio answers: addresses of its resources, pages of lists.

import type { Answer, Route, Seen } from '../double.ts'
import { refusal } from './state.ts'

export const ACCOUNT = '/2010-04-01/Accounts/AC\\w+'

export const route = (method: string, path: string, answer: Route['answer']): Route => ({
  method,
  path: new RegExp(`^${path}$`),
  answer,
})

export const unknown = (what: string): Answer =>
  refusal(404, 20404, `The requested resource ${what} was not found`)

/** A page of a list of the API of 2010. */
export function page(seen: Seen, key: string, items: readonly object[]): Answer {
  const size = Number(seen.query.get('PageSize') ?? 50)
  const number = Number(seen.query.get('Page') ?? 0)
  const next = new URLSearchParams(seen.query)
  next.set('Page', String(number + 1))
  const more = items.length > (number + 1) * size
  return {
    status: 200,
    body: {
      [key]: items.slice(number * size, (number + 1) * size),
      ...{ page: number, page_size: size, next_page_uri: more ? `${seen.path}?${next}` : null },
    },
  }
}

/** A page of a list of the newer APIs; ours are never longer than one. */
export const metaPage = (key: string, items: readonly object[]): Answer => ({
  status: 200,
  body: { [key]: items, meta: { page: 0, page_size: 50, next_page_url: null, key } },
})
