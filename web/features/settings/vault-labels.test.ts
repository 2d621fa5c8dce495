import { describe, expect, it } from 'vitest'
import type { VaultRun, VaultStatus } from '#contract/documents/vault.ts'
import { encryptedLook, faultLook, progressText, runLook, startRefusal } from './vault-labels.ts'

const run: VaultRun = {
  ...{
    id: 1,
    kind: 'integrity',
    status: 'done',
    total: 40,
    done: 40,
    faults: 0,
    error: null,
    startedBy: null,
  },
  startedAt: '2026-11-24T00:00:00Z',
  finishedAt: '2026-11-24T00:01:00Z',
}
const status: VaultStatus = {
  ...{ store: 'this machine', files: 40, bytes: 1, encryptedPercent: 100, currentKeyPercent: 100, keys: [] },
  ...{ keyAgeDays: 3, faults: 0, verifiedSince: null, rotationRefusal: null },
  runs: { rotation: null, integrity: null, restoreTest: null },
}

describe('the vault', () => {
  // Covers: staff-screens-documents-8
  it('is never said to be wholly encrypted when one file of many is not', () => {
    expect(encryptedLook(status)).toEqual({ tone: 'green', label: '100% encrypted' })
    expect(encryptedLook({ ...status, encryptedPercent: 99.996 })).toEqual({
      tone: 'red',
      label: '99.9% encrypted',
    })
    expect(encryptedLook({ ...status, encryptedPercent: null }).tone).toBe('grey')
    expect(encryptedLook({ ...status, files: 0, encryptedPercent: null }).label).toBe('No files yet')
  })
  // Covers: staff-screens-documents-8
  it('tells of faults, and how its checks ended', () => {
    expect(faultLook({ ...status, faults: 1 })).toEqual({ tone: 'red', label: '1 file with faults' })
    const unchecked = { ...status, files: 2, runs: { ...status.runs, integrity: null } }
    expect(faultLook(unchecked)).toMatchObject({
      tone: 'grey',
      label: expect.stringContaining('not checked'),
    })
    expect(faultLook({ ...unchecked, runs: { ...status.runs, integrity: run } })).toMatchObject({
      label: 'No faults',
    })
    expect(runLook(null).label).toBe('Never')
    expect(runLook(run)).toMatchObject({ tone: 'green', label: expect.stringMatching(/^Passed, /) })
    expect(runLook({ ...run, faults: 2 }).label).toMatch(/^2 faults found, /)
    expect(runLook({ ...run, status: 'failed' }).tone).toBe('red')
    expect(progressText({ ...run, done: 12, faults: 1 })).toBe('12 of 40 files, 1 fault')
  })
  // Covers: staff-screens-documents-8
  it('starts nothing twice, and no rotation where the key is given from outside', () => {
    const running = { ...status, runs: { ...status.runs, integrity: { ...run, status: 'running' as const } } }
    expect(startRefusal(running, 'integrity')).toBe('Integrity check is running.')
    expect(startRefusal(running, 'restore_test')).toBeNull()
    expect(startRefusal({ ...status, rotationRefusal: 'VAULT_KEY is given' }, 'rotation')).toBe(
      'VAULT_KEY is given',
    )
  })
})
