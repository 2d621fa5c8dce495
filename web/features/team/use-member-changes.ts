import {
  type Member,
  resetTwoFactor,
  sendInvitation,
  updateMember,
  withdrawInvitation,
} from '#contract/accounts/team.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { messageOf } from '#web/api/api-error.ts'
import type { AnswerOf } from '#web/api/call.ts'
import { useWrite } from '#web/api/use-write.ts'
import { fullName } from '#web/features/accounts/person.ts'
import { confirm, type Question } from '#web/ui/confirm.ts'
import { toastError, toastSuccess } from '#web/ui/toast.ts'

interface MemberChanges {
  sendAgain: () => void
  reactivate: () => void
  withdraw: () => Promise<void>
  deactivate: () => Promise<void>
  resetTwoFactor: () => Promise<void>
}

/** The changes from a member's menu; destructive ones need a confirmation. */
export function useMemberChanges(member: Member): MemberChanges {
  const params = { id: member.id }
  const name = fullName(member)
  const again = useTold(sendInvitation, `A new link is on its way to ${member.email}`)
  const withdraw = useTold(withdrawInvitation, `The invitation of ${name} was withdrawn`)
  const update = useTold(updateMember, (changed) =>
    changed.status === 'deactivated' ? `${name} was deactivated` : `${name} may sign in again`,
  )
  const reset = useTold(resetTwoFactor, `Two-factor is off for ${name}`)
  const ifSure = async (question: Question, run: () => void): Promise<void> => {
    if (await confirm({ ...question, danger: true })) run()
  }
  return {
    sendAgain: () => again.mutate({ params }),
    reactivate: () => update.mutate({ params, body: { active: true } }),
    withdraw: () =>
      ifSure(
        {
          title: `Withdraw the invitation of ${name}?`,
          body: 'The link in their email ends. You can invite them again.',
          action: 'Withdraw',
        },
        () => withdraw.mutate({ params }),
      ),
    deactivate: () =>
      ifSure(
        {
          title: `Deactivate ${name}?`,
          body: 'They are signed out everywhere and cannot sign in, also not in the broker portal. What they did stays in the audit log. You can reactivate them.',
          action: 'Deactivate',
        },
        () => update.mutate({ params, body: { active: false } }),
      ),
    resetTwoFactor: () =>
      ifSure(
        {
          title: `Turn two-factor off for ${name}?`,
          body: 'Do this only when you are sure who is asking, e.g. after ringing them. They are signed out everywhere, told by email, and sign in with their password alone until they set it up again.',
          action: 'Turn off',
        },
        () => reset.mutate({ params }),
      ),
  }
}

function useTold<E extends Endpoint>(endpoint: E, told: string | ((answer: AnswerOf<E>) => string)) {
  return useWrite(endpoint, {
    onSuccess: (answer) => toastSuccess(typeof told === 'string' ? told : told(answer)),
    onError: (error) => toastError(messageOf(error, 'The change could not be saved. Try again.')),
  })
}
