import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'

const YEAR_SECONDS = 31_536_000

export interface WebFiles {
  /** Folder of the built bundles. */
  root: string
  /** Each page with the paths that it answers, in Fastify's notation. */
  pages: Readonly<Record<string, readonly string[]>>
}

/** Serves the built bundles, and the pages for the paths that the browser routes itself. */
export async function serveWebFiles(server: FastifyInstance, files: WebFiles): Promise<void> {
  await server.register(fastifyStatic, {
    root: files.root,
    index: false,
    wildcard: false,
    // made at the build
    preCompressed: true,
    setHeaders: (reply, path) => {
      // hashed names never change; all other files are revalidated
      const hashed = path.includes('/assets/')
      reply.header('cache-control', hashed ? `public, max-age=${YEAR_SECONDS}, immutable` : 'no-cache')
    },
  })
  for (const [name, paths] of Object.entries(files.pages)) {
    const page = await readFile(join(files.root, name), 'utf8')
    for (const path of paths) {
      server.get(path, { schema: { hide: true } as object }, async (_request, reply) =>
        reply.type('text/html; charset=utf-8').header('cache-control', 'no-cache').send(page),
      )
    }
  }
}
