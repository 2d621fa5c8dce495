import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { asksForPage, replyError } from './error-reply.ts'

/** Renders the page for an unknown address. */
export type MissingPage = (request: FastifyRequest) => Promise<string>

export interface MissingPages {
  /** Folder of the built bundles. */
  root: string
  /** Each built page with its address prefixes; the page itself renders the message for a missing part. */
  pages: Readonly<Record<string, readonly string[]>>
  /** The built page for any other address if the visitor seems to be staff: it has their navigation. */
  staffPage: string
  isStaff: (request: FastifyRequest) => boolean
  /** The page for any other address. */
  other: () => Promise<string>
}

/** A page for every address that nothing answers, of the part of the product that it belongs to. */
export async function createMissingPage(parts: MissingPages): Promise<MissingPage> {
  const { root, pages, other, isStaff } = parts
  const areas = await Promise.all(
    Object.entries(pages).map(async ([name, above]) => ({
      above,
      page: await readFile(join(root, name), 'utf8'),
    })),
  )
  const staffPage = await readFile(join(root, parts.staffPage), 'utf8')
  return async (request) => {
    const path = request.url.split('?')[0] ?? ''
    const area = areas.find(({ above }) => above.some((one) => path === one || path.startsWith(`${one}/`)))
    if (area) return area.page
    return isStaff(request) ? staffPage : await other()
  }
}

/** Answers a browser that opens an address where nothing is with a page, and all others in the one shape. */
export async function replyMissing(
  error: unknown,
  { request, reply, page }: { request: FastifyRequest; reply: FastifyReply; page: MissingPage },
): Promise<FastifyReply> {
  if (!asksForPage(request)) return replyError(error, request, reply)
  try {
    const html = await page(request)
    return reply.code(404).type('text/html; charset=utf-8').header('cache-control', 'no-store').send(html)
  } catch (fault) {
    return replyError(fault, request, reply)
  }
}
