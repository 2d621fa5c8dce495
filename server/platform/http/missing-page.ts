import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { asksForPage, replyError } from './error-reply.ts'

/** Makes the page that says that nothing is at an address. @param path without the query */
export type MissingPage = (path: string) => Promise<string>

export interface MissingPages {
  /** Folder of the built bundles. */
  root: string
  /** Each built page with the addresses that it and everything below them belong to; it says itself what is missing. */
  pages: Readonly<Record<string, readonly string[]>>
  /** The page for any other address. */
  other: () => Promise<string>
}

/** A page for every address that nothing answers, of the part of the product that it belongs to. */
export async function createMissingPage({ root, pages, other }: MissingPages): Promise<MissingPage> {
  const areas = await Promise.all(
    Object.entries(pages).map(async ([name, above]) => ({
      above,
      page: await readFile(join(root, name), 'utf8'),
    })),
  )
  return async (path) => {
    const area = areas.find(({ above }) => above.some((one) => path === one || path.startsWith(`${one}/`)))
    return area?.page ?? (await other())
  }
}

/** Answers a browser that opens an address where nothing is with a page, and all others in the one shape. */
export async function replyMissing(
  error: unknown,
  { request, reply, page }: { request: FastifyRequest; reply: FastifyReply; page: MissingPage },
): Promise<FastifyReply> {
  if (!asksForPage(request)) return replyError(error, request, reply)
  try {
    const html = await page(request.url.split('?')[0] ?? '')
    return reply.code(404).type('text/html; charset=utf-8').header('cache-control', 'no-store').send(html)
  } catch (fault) {
    return replyError(fault, request, reply)
  }
}
