import type { Choices } from './choices.ts'

/** Ids and tokens collected from responses, by resource. */
export interface KnownIds {
  /** Collects the ids of a response. @param resource the resource of its own `id` */
  learn(resource: string, answer: unknown): void
  /** One of `resource`; null where none was collected. */
  one(resource: string, choices: Choices): number | string | null
  all(resource: string): readonly (number | string)[]
}

const KEPT = 400
const DEPTH = 6
/** The resource of the last part of a link's path. */
const linked: Record<string, string> = { s: 'code', resume: 'draft', calendar: 'file' }
const LINK = /\/(s|manage|resume|status|calendar)\/([\w.~-]{6,})/g

/** 'broker' for /api/brokers, 'documentType' for /api/document-types. */
export function resourceOf(path: string): string {
  const nouns = path.split('/').filter((part) => part && !part.startsWith(':') && part !== 'api')
  const noun = (nouns.at(-1) ?? '').replace(/ies$/, 'y').replace(/s$/, '')
  return noun.replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase())
}

export function createKnownIds(): KnownIds {
  const known = new Map<string, (number | string)[]>()
  const add = (resource: string, id: number | string): void => {
    const ids = known.get(resource) ?? []
    known.set(resource, ids)
    if (ids.includes(id)) return
    ids.push(id)
    // the oldest stay: they belong to the world that everything started with
    if (ids.length > KEPT) ids.splice(KEPT / 2, 1)
  }
  const learn = (resource: string, value: unknown, depth = 0): void => {
    if (depth > DEPTH || typeof value !== 'object' || value === null) return
    if (Array.isArray(value)) {
      for (const item of value.slice(0, 50)) learn(resource, item, depth + 1)
      return
    }
    for (const [key, inner] of Object.entries(value)) {
      const isId = typeof inner === 'number' || (typeof inner === 'string' && inner.length < 500)
      if (key === 'id' && isId) add(resource, inner)
      else if (isId && key.length > 2 && key.endsWith('Id')) add(key.slice(0, -2), inner)
      else if (isId && (key === 'token' || key === 'slug')) add(key === 'token' ? 'draft' : key, inner)
      else if (typeof inner === 'string') learnLinks(inner)
      else learn(key.replace(/s$/, ''), inner, depth + 1)
    }
  }
  /** Tokens of the links in a mail. */
  const learnLinks = (text: string): void => {
    for (const [, words = '', token = ''] of text.matchAll(LINK)) add(linked[words] ?? words, token)
  }
  return {
    learn: (resource, answer) => learn(resource, answer),
    one(resource, choices) {
      const ids = known.get(resource)
      return ids && ids.length > 0 ? choices.pick(ids) : null
    },
    all: (resource) => known.get(resource) ?? [],
  }
}
