import { z } from 'zod'

function received(input: unknown): string {
  if (input === null) return 'null'
  // what a text that is no number becomes
  if (Number.isNaN(input)) return 'nan'
  return Array.isArray(input) ? 'array' : typeof input
}

// The generic texts of the forms; a schema's own message goes first.
z.config({
  customError: (issue) => {
    if (issue.code !== 'invalid_type') return undefined
    return issue.input === undefined || issue.input === null
      ? 'Required'
      : `Expected ${issue.expected}, received ${received(issue.input)}`
  },
})

/** 'At most 2,000 characters'. Grouped by hand: the first number that a browser formats costs it milliseconds. */
export function atMost(max: number): string {
  return `At most ${String(max).replace(/\B(?=(\d{3})+$)/g, ',')} characters`
}
