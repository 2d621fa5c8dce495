import { expect, it } from 'vitest'
import { auditActor } from './audit-actor.ts'

// Covers: settings-7
it.each([
  ['ada@lender.example', 'Ada Whitlock', 'Ada Whitlock', 'ada@lender.example'],
  ['ada@lender.example', null, 'ada@lender.example', null],
  ['scoring.calculate', null, 'Brokerline (automatic)', 'scoring.calculate'],
  ['visitor', null, 'Visitor', null],
  ['API key Aggregator', null, 'API key Aggregator', null],
  ['Name removed', null, 'Name removed', null],
  ['Erased person', null, 'Erased person', null],
])('names %s with the user %s as %s', (actor, actorName, name, detail) => {
  expect(auditActor({ actor, actorName })).toEqual({ name, detail })
})
