import { describe, expect, it } from 'vitest'
import { generateAgeKey } from '#server/platform/crypto/age.ts'
import { readBackups } from './backups.ts'

const { recipient } = await generateAgeKey()
const files = {
  ...{
    S3_BUCKET: 'files',
    S3_REGION: 'ap-southeast-2',
    S3_ACCESS_KEY_ID: 'id',
    S3_SECRET_ACCESS_KEY: 'secret',
  },
}

describe('the variables of backups', () => {
  it('leave them off without a recipient, in a folder of the data folder', () => {
    expect(readBackups({}, '/data')).toEqual({
      recipients: [],
      folder: '/data/backups',
      s3: null,
      identity: null,
    })
  })

  it('take several recipients, and refuse what is none', () => {
    const given = { BACKUP_RECIPIENT: `${recipient}, ${recipient}`, BACKUP_DIR: '/archives' }
    expect(readBackups(given, '/data')).toMatchObject({
      recipients: [recipient, recipient],
      folder: '/archives',
    })
    for (const wrong of ['age1x', 'AGE-SECRET-KEY-1', 'ssh-ed25519 AAAA'])
      expect(() => readBackups({ BACKUP_RECIPIENT: wrong }, '/data')).toThrow('BACKUP_RECIPIENT is wrong')
  })

  it('name a bucket of their own, which shares what is not given with the files', () => {
    const { s3 } = readBackups(
      { ...files, BACKUP_S3_BUCKET: 'archives', BACKUP_S3_ACCESS_KEY_ID: 'other' },
      '/data',
    )
    expect(s3).toMatchObject({ bucket: 'archives', region: 'ap-southeast-2', accessKeyId: 'other' })
  })

  it('refuse the places where the vault removes what it does not know', () => {
    expect(() => readBackups({ ...files, BACKUP_S3_BUCKET: 'files' }, '/data')).toThrow(
      'apart from the files',
    )
    expect(() => readBackups({ BACKUP_DIR: '/data/files' }, '/data')).toThrow('apart from the files')
    expect(() => readBackups({ BACKUP_S3_BUCKET: 'archives' }, '/data')).toThrow('For BACKUP_S3_BUCKET')
  })
})
