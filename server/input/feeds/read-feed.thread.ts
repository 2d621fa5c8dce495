import { errorLine } from '#server/platform/startup-error.ts'
import { decodeText } from '../decode-text.ts'
import { type ReadFeed, readFeed } from './read-feed.ts'

export interface FeedTask {
  bytes: Uint8Array
  contentType: string
  address: string
  now: number
}

export function perform({ bytes, contentType, address, now }: FeedTask): ReadFeed {
  try {
    return readFeed({ text: decodeText(bytes, contentType), address, now })
  } catch (error) {
    return { ok: false, reason: `The feed could not be read: ${errorLine(error)}.` }
  }
}
