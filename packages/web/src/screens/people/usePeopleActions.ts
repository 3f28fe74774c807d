import { ApiError, sentenceOf } from '@kept/client/errors.ts'
import type { Person } from '@kept/contract/routes/users/people.ts'
import { counted } from '@kept/foundation/format/number.ts'
import { fieldOf, textFieldOf } from '@kept/foundation/narrow.ts'
import { toasts } from '@kept/ui/toast/toasts.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { choiceOf, type RoleChoice, roleInput, useCustomRoles } from '../../account/role-choice.ts'
import { api } from '../../api/client.ts'
import { roleLabels } from '../../shell/role-labels.ts'
import { type Updates, undoOf } from './undo.ts'

export interface Refusal {
  sentence: string
  reasons: { name: string; reason: string }[]
}

/** What can be done with people, one or several: all of them or none, with an undo where there is one. */
export function usePeopleActions() {
  const client = useQueryClient()
  const customRoles = useCustomRoles()
  const [isBusy, setBusy] = useState(false)
  const [refusal, setRefusal] = useState<Refusal | null>(null)
  const renew = () => client.invalidateQueries({ queryKey: api.users.key() })

  /** True when it was done. */
  const run = async (people: readonly Person[], act: () => Promise<unknown>): Promise<boolean> => {
    setBusy(true)
    setRefusal(null)
    try {
      await act()
      return true
    } catch (error) {
      const newRefusal = refusalOf(error, people)
      if (newRefusal.reasons.length > 0) setRefusal(newRefusal)
      else toasts.show({ tone: 'error', title: newRefusal.sentence })
      return false
    } finally {
      setBusy(false)
      await renew()
    }
  }

  const change = (people: readonly Person[], updates: Updates) =>
    run(people, async () => {
      await api.users.bulkUpdate.call({ user_ids: people.map(({ id }) => id), updates })
      const reverseUpdates = undoOf(people, updates)
      toasts.show({
        title: describeChange(people, updates, customRoles),
        action:
          reverseUpdates.length === 0 ? undefined : { label: 'Undo', run: () => void undo(people, reverseUpdates) },
      })
    })

  const changeRole = (people: readonly Person[], choice: RoleChoice) => change(people, roleInput(choice))

  const undo = (people: readonly Person[], reverseUpdates: ReturnType<typeof undoOf>) =>
    run(people, async () => {
      for (const call of reverseUpdates) await api.users.bulkUpdate.call(call)
      toasts.show({ title: 'Reversed' })
    })

  const remove = (people: readonly Person[]) =>
    run(people, async () => {
      const user_ids = people.map(({ id }) => id)
      await api.users.bulkRemove.call({ user_ids })
      toasts.show({
        title: `${describePeople(people)} removed`,
        action: { label: 'Undo', run: () => void restore(people) },
      })
    })

  const restore = (people: readonly Person[]) =>
    run(people, async () => {
      await api.users.restore.call({ user_ids: people.map(({ id }) => id) })
      toasts.show({ title: `${describePeople(people)} restored` })
    })

  const resend = (person: Person) =>
    run([person], async () => {
      await api.users.resend.call({ id: person.id })
      toasts.show({ title: `Invitation resent to ${person.email}`, body: 'The previous link no longer works.' })
    })

  const revoke = (person: Person) =>
    run([person], async () => {
      await api.users.revoke.call({ id: person.id })
      const { email, full_name } = person
      toasts.show({
        title: `Invitation to ${email} revoked`,
        action: {
          label: 'Undo',
          run: () =>
            void run([person], () => api.users.invite.call({ email, full_name, ...roleInput(choiceOf(person)) })),
        },
      })
    })

  return { isBusy, refusal, forgetRefusal: () => setRefusal(null), change, changeRole, remove, resend, revoke, renew }
}

export type PeopleActions = ReturnType<typeof usePeopleActions>

function refusalOf(error: unknown, people: readonly Person[]): Refusal {
  const listed = error instanceof ApiError ? fieldOf(error.details, 'reasons') : undefined
  const reasons = Array.isArray(listed) ? listed : []
  const nameOf = (id: string) => people.find((person) => person.id === id)?.email ?? id
  return {
    sentence: sentenceOf(error),
    reasons: reasons.map((entry) => ({
      name: nameOf(textFieldOf(entry, 'id') ?? ''),
      reason: textFieldOf(entry, 'reason') ?? '',
    })),
  }
}

function describePeople(people: readonly Person[]): string {
  const [first] = people
  return people.length === 1 && first ? first.full_name || first.email : counted(people.length, 'user')
}

function describeChange(
  people: readonly Person[],
  { role, custom_role_id, status }: Updates,
  customRoles: readonly { id: string; name: string }[],
): string {
  const custom = customRoles.find(({ id }) => id === custom_role_id)
  if (custom) return `${describePeople(people)} now with the role ${custom.name}`
  if (role) return `${describePeople(people)} now ${roleLabels[role].toLowerCase()}`
  return `${describePeople(people)} ${status === 'disabled' ? 'disabled and signed out' : 'active again'}`
}
