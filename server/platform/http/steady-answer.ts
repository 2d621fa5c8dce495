import { setTimeout } from 'node:timers/promises'
import type { FastifyReply } from 'fastify'
import { writeDirectly } from './direct-answer.ts'

/** Times of answers are multiples of this: several times as long as the work. */
const STEP_MS = 250

interface SteadyAnswer {
  status: number
  html: string
  /** Length of every answer. A longer page, which is a fault, takes a multiple. */
  bytes: number
  /** Of `performance.now()`. */
  startedAt: number
}

/**
 * Sends a page whose length and time reveal nothing of its content: padded to one length, uncompressed, because the
 * compressed length would depend on the text, and at the next step of time.
 */
export async function answerSteadily(reply: FastifyReply, answer: SteadyAnswer): Promise<void> {
  const body = padded(answer.html, answer.bytes)
  const took = performance.now() - answer.startedAt
  await setTimeout(STEP_MS * Math.ceil(took / STEP_MS) - took)
  const headers = ['content-type', 'text/html; charset=utf-8', 'content-length', String(body.length)]
  // the form's request has to carry its origin
  headers.push('cache-control', 'no-store', 'referrer-policy', 'same-origin')
  // the security headers are set already
  writeDirectly(reply, { status: answer.status, headers, body }, [])
}

/** Blanks after the document are no part of the page. */
function padded(html: string, bytes: number): Buffer {
  const page = Buffer.from(html)
  const length = bytes * Math.max(1, Math.ceil(page.length / bytes))
  return Buffer.concat([page, Buffer.alloc(length - page.length, ' ')])
}
