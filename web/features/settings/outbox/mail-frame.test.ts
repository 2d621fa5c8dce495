import { expect, it } from 'vitest'
import { framed } from './mail-frame.ts'

// Covers: messages-13
it('opens the links of a mail in a new tab, with a head or without', () => {
  expect(framed('<!doctype html><html><HEAD lang="en"><title>A</title></HEAD></html>')).toBe(
    '<!doctype html><html><HEAD lang="en"><base target="_blank"><style>body{overflow-wrap:anywhere}</style><title>A</title></HEAD></html>',
  )
  expect(framed('<p>Hello</p>')).toBe(
    '<base target="_blank"><style>body{overflow-wrap:anywhere}</style><p>Hello</p>',
  )
  expect(framed('<header>Hello</header>')).toBe(
    '<base target="_blank"><style>body{overflow-wrap:anywhere}</style><header>Hello</header>',
  )
})
