import { UserRoundPlus, Users } from 'lucide-react'
import { type ReactElement, useMemo, useState } from 'react'
import { listMembers, type Member } from '#contract/accounts/team.ts'
import { useRefusal } from '#web/api/session.ts'
import { useRead } from '#web/api/use-read.ts'
import { fullName } from '#web/features/accounts/person.ts'
import { formatDate } from '#web/lib/dates.ts'
import { formatNumber } from '#web/lib/format.ts'
import { StatusDot } from '#web/ui/Badge.tsx'
import { Below } from '#web/ui/Below.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Panel } from '#web/ui/Card.tsx'
import { DataTable, readProps } from '#web/ui/DataTable.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { RelativeTime } from '#web/ui/RelativeTime.tsx'
import type { Column } from '#web/ui/table-columns.ts'
import { EditMemberDialog } from './EditMemberDialog.tsx'
import { InviteDialog } from './InviteDialog.tsx'
import { MemberActions } from './MemberActions.tsx'
import { roleLabels, statusLabels, statusTones } from './member-labels.ts'
import { SessionsPanel } from './SessionsPanel.tsx'

/** Team members with their roles, invitations, and how long sessions last. */
export function TeamPart(): ReactElement {
  const [isInviting, setInviting] = useState(false)
  const refusal = useRefusal('team.write')
  const members = useRead(listMembers, undefined, { enabled: refusal === null })
  return (
    <div className="flex flex-col gap-4">
      <Panel
        title="Team members"
        flush
        actions={
          <Button
            size="sm"
            variant="primary"
            icon={UserRoundPlus}
            disabledReason={refusal}
            onClick={() => setInviting(true)}
          >
            Invite
          </Button>
        }
      >
        {refusal ? (
          <EmptyState icon={Users} title="Only admins manage the team">
            {refusal}
          </EmptyState>
        ) : (
          <MemberTable />
        )}
      </Panel>
      <Below isReady={refusal !== null || !members.isPending}>
        <SessionsPanel />
      </Below>
      {isInviting && <InviteDialog onClose={() => setInviting(false)} />}
    </div>
  )
}

function MemberTable(): ReactElement {
  const read = useRead(listMembers)
  // in the table's parent: rows remount when the screen is rotated, and a dialog in a row would lose its input
  const [edited, setEdited] = useState<Member | null>(null)
  const columns = useMemo(() => columnsFor(setEdited), [])
  const active = (read.data ?? []).filter(({ status }) => status === 'active')
  const without = active.filter(({ twoFactorEnabled }) => !twoFactorEnabled).length
  return (
    <>
      <DataTable
        id="team"
        label="Team members"
        noun="team members"
        columns={columns}
        rowKey={(member: Member) => member.id}
        {...readProps(read)}
        loadingText="Loading the team..."
        toolbar={without > 0 && <WithoutTwoFactor without={without} of={active.length} />}
        empty={
          <EmptyState icon={Users} title="No team members yet">
            Invite the first team member.
          </EmptyState>
        }
      />
      {edited && <EditMemberDialog member={edited} onClose={() => setEdited(null)} />}
    </>
  )
}

const columnsFor = (onEdit: (member: Member) => void): readonly Column<Member>[] => [
  {
    id: 'name',
    header: 'Name',
    cell: (member) => (
      <span className="font-medium">
        {fullName(member)}
        {member.isSelf && <span className="font-normal text-ink-soft"> (you)</span>}
      </span>
    ),
    value: fullName,
    always: true,
    phone: 'title',
  },
  {
    id: 'email',
    header: 'Email',
    cell: ({ email }) => email,
    value: ({ email }) => email,
    wrap: true,
    phone: 'second',
  },
  {
    id: 'role',
    header: 'Role',
    cell: ({ role }) => roleLabels[role],
    value: ({ role }) => roleLabels[role],
    width: '8rem',
    phone: 'second',
  },
  {
    id: 'status',
    header: 'Status',
    cell: ({ status }) => <StatusDot tone={statusTones[status]} label={statusLabels[status]} />,
    value: ({ status }) => statusLabels[status],
    width: '8rem',
    phone: 'aside',
  },
  {
    id: 'twoFactor',
    header: 'Two-factor',
    cell: ({ twoFactorEnabled }) =>
      twoFactorEnabled ? <StatusDot tone="green" label="On" /> : <StatusDot tone="amber" label="Off" />,
    value: ({ twoFactorEnabled }) => Number(twoFactorEnabled),
    width: '7rem',
    wide: true,
    onPhone: ({ twoFactorEnabled }) =>
      twoFactorEnabled ? 'on' : <span className="text-amber-ink">off</span>,
  },
  {
    id: 'seen',
    header: 'Last seen',
    cell: (member) => <Seen member={member} />,
    value: ({ lastSeenAt }) => lastSeenAt,
    width: '12rem',
    phone: 'labelled',
  },
  {
    id: 'actions',
    header: 'Actions',
    cell: (member) => <MemberActions member={member} onEdit={onEdit} />,
    width: '5rem',
  },
]

function Seen({ member: { status, lastSeenAt, invitationExpiresAt } }: { member: Member }): ReactElement {
  if (status === 'invited' && invitationExpiresAt) {
    return <span className="text-ink-soft">Invited until {formatDate(invitationExpiresAt)}</span>
  }
  return lastSeenAt ? <RelativeTime when={lastSeenAt} /> : <span>Never</span>
}

/** Number of active team members without two-factor. */
function WithoutTwoFactor({ without, of }: { without: number; of: number }): ReactElement {
  return (
    <p className="flex flex-wrap items-center gap-x-2 text-ink-soft">
      <StatusDot tone="amber" label={`${formatNumber(without)} of ${formatNumber(of)} without two-factor.`} />
      <span>Each person turns it on under Security in the user menu.</span>
    </p>
  )
}
