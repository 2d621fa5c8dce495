import { globSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { applicationStatuses } from '#contract/accreditations/accreditations.ts'
import { campaignStatuses } from '#contract/campaigns/campaigns.ts'
import { vaultRunKinds } from '#contract/documents/vault.ts'
import { auditLabels, auditSentence } from './audit-labels.ts'

const decisions = applicationStatuses.slice(applicationStatuses.indexOf('info_requested'))
const reviewSteps = [
  ...['claimed', 'given_back', ...decisions].map((step) => `application.${step}`),
  ...['claimed', 'given_back', 'approved', 'rejected'].map((step) => `document.${step}`),
]

/** The actions that the server composes, by their template with `*` for each inserted value. */
const composed: Record<string, readonly string[]> = {
  '*.*': reviewSteps,
  'application.*': decisions.map((status) => `application.${status}`),
  'booking.*': ['booking.moved', 'booking.cancelled'],
  'compliance.*': ['clear', 'propose_suspension', 'reinstate', 'suspend'].map((step) => `compliance.${step}`),
  'campaign.*': campaignStatuses.map((status) => `campaign.${status}`),
  'vault.*_started': vaultRunKinds.map((kind) => `vault.${kind}_started`),
  'vault.*_done': vaultRunKinds.map((kind) => `vault.${kind}_done`),
}

/** `action:` of an audit row, or the second argument of the wrapper that records changes of phone numbers. */
const written = /(?:\baction: |\brecord\(ctx, )([^\n,]+)/g
const literal = /'([a-z_]+\.[a-z_]+|sign_out)'|`([^`]+\.[^`]+)`/g

function actionsOf(source: string): string[] {
  const values = [...source.matchAll(written)].map((match) => match[1] ?? '').join('\n')
  return [...values.matchAll(literal)].flatMap(([, action, template]) => {
    if (action) return [action]
    const pattern = (template ?? '').replaceAll(/\$\{[^}]*\}/g, '*')
    return composed[pattern] ?? [`unknown template ${pattern}`]
  })
}

describe('auditLabels', () => {
  const files = globSync('server/{modules,demo}/**/*.ts').filter((file) => !file.endsWith('.test.ts'))
  const actions = new Set(files.flatMap((file) => actionsOf(readFileSync(file, 'utf8'))))

  it('has a sentence for every action of the server, and none besides', () => {
    expect(actions.size).toBeGreaterThan(60)
    expect(Object.keys(auditLabels).toSorted()).toEqual([...actions].toSorted())
  })
})

describe('auditSentence', () => {
  it.each([
    ['sign_in.succeeded', 'Ada Whitlock', 'Signed in, Ada Whitlock'],
    ['broker.changed', 'broker 44', 'Changed broker 44'],
    ['bdm.created', 'bdm 2', 'Added BDM 2'],
    ['organisation.changed', 'organisation', 'Changed the organisation'],
    ['something.new', 'broker 44', 'something.new, broker 44'],
  ])('%s of %s', (action, subject, sentence) => {
    expect(auditSentence({ action, subject })).toBe(sentence)
  })
})
