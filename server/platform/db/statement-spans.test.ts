import { expect, it } from 'vitest'
import { partsOf } from './statement-spans.ts'

// Covers: running-33
it.each([
  ['select "id" from "brokers" where "email" = $1', 'SELECT', 'brokers'],
  [' ( SELECT 1)', 'SELECT', null],
  ['insert into "call_events" ("id") values ($1)', 'INSERT', 'call_events'],
  ['update only bookings set name = $1', 'UPDATE', 'bookings'],
  ['delete from "tasks" where "id" = $1', 'DELETE', 'tasks'],
  ['with due as (select id from jobs) select * from due', 'WITH', 'jobs'],
  ["select 'a letter from Ann Ng' as words from messages", 'SELECT', 'messages'],
  ['notify changes', 'OTHER', null],
])('names what a statement does, and no value of it: %s', (statement, operation, table) => {
  expect(partsOf(statement)).toEqual({ operation, table })
})
