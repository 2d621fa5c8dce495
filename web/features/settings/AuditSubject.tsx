import type { ReactElement } from 'react'
import { Link } from 'react-router'
import { auditParts, subjectText } from '#contract/accounts/audit-labels.ts'
import { type AuditRecordType, subjectName } from '#contract/system/audit-records.ts'
import type { AuditEntry } from '#contract/system/system.ts'
import { pathTo } from '#web/routes/path-to.ts'

const paths: Record<AuditRecordType, (id: number) => string> = {
  broker: pathTo.broker,
  bdm: pathTo.bdm,
  campaign: pathTo.campaign,
  booking: pathTo.booking,
  application: pathTo.application,
  call: pathTo.call,
  task: pathTo.task,
}

/** An entry with the present name of its subject. */
export const withName = (entry: AuditEntry): AuditEntry => ({ ...entry, subject: subjectName(entry) })

/** The sentence of an entry with a link to its subject, where that is still on record. */
export function AuditSentence({ entry }: { entry: AuditEntry }): ReactElement {
  const [before, subject, after] = auditParts(withName(entry))
  if (!entry.record || subject === '') return <span className="font-medium">{before + subject + after}</span>
  return (
    <span className="font-medium">
      {before}
      <SubjectLink record={entry.record}>{subject}</SubjectLink>
      {after}
    </span>
  )
}

/** The subject of an entry, as a link where it is still on record. */
export function AuditSubject({ entry }: { entry: AuditEntry }): ReactElement {
  const text = subjectText(subjectName(entry))
  return entry.record ? <SubjectLink record={entry.record}>{text}</SubjectLink> : <span>{text}</span>
}

interface SubjectLinkProps {
  record: NonNullable<AuditEntry['record']>
  children: string
}

function SubjectLink({ record, children }: SubjectLinkProps): ReactElement {
  return (
    <Link to={paths[record.type](record.id)} className="link">
      {children}
    </Link>
  )
}
