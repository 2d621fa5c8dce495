import { inChildSpan } from '#server/platform/traces/spans.ts'
import type { FileStore } from '../ports/files.ts'

const spanOf = (operation: 'put' | 'get' | 'remove') =>
  ({
    name: `${operation} file`,
    kind: 'client',
    attributes: { 'rpc.system.name': 's3', 'rpc.method': operation },
  }) as const

/** A store whose operations are spans below the work under way. That of a read ends when the store begins to answer. */
export const withStoreSpans = (store: FileStore): FileStore => ({
  ...store,
  put: (name, content) => inChildSpan(spanOf('put'), () => store.put(name, content)),
  get: (name) => inChildSpan(spanOf('get'), () => store.get(name)),
  remove: (name) => inChildSpan(spanOf('remove'), () => store.remove(name)),
})
