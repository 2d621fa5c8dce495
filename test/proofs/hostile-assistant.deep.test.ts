import { it } from 'vitest'
import { expectRulesKept } from './hostile/rules-kept.ts'

// Covers: calls-vapi-21, calls-vapi-22, calls-vapi-23, calls-vapi-24
it(
  'a hostile language model breaks no rule in thousands of messages (seeded part of the long proof)',
  () => expectRulesKept(2000),
  600_000,
)
