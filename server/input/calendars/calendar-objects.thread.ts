import { type ObjectsRequest, type ReadObjects, readObjects } from './calendar-objects.ts'

export const perform = (request: ObjectsRequest): { ok: true } & ReadObjects => ({
  ok: true,
  ...readObjects(request),
})
