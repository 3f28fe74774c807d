import { ApiError, sentenceOf } from '@kept/client/errors.ts'
import type { Person } from '@kept/contract/routes/users.ts'
import type { Role } from '@kept/domain/permission.ts'
import { counted } from '@kept/ui/format/share.ts'
import { toasts } from '@kept/ui/toast/toasts.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../api/client.ts'
import { roleWords } from '../../shell/role-words.ts'
import { undoOf } from './undo.ts'

export interface Refusal {
  sentence: string
  reasons: { who: string; reason: string }[]
}

/** What can be done with people, one or several: all of them or none, with an undo where there is one. */
export function usePeopleActions() {
  const client = useQueryClient()
  const [busy, setBusy] = useState(false)
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
      const found = refusalOf(error, people)
      if (found.reasons.length > 0) setRefusal(found)
      else toasts.show({ tone: 'error', title: found.sentence })
      return false
    } finally {
      setBusy(false)
      await renew()
    }
  }

  const change = (people: readonly Person[], updates: { role?: Role; status?: 'active' | 'disabled' }) =>
    run(people, async () => {
      await api.users.bulkUpdate.call({ user_ids: people.map(({ id }) => id), updates })
      const back = undoOf(people, updates)
      toasts.show({
        title: sayChange(people, updates),
        action: back.length === 0 ? undefined : { label: 'Undo', run: () => void undo(people, back) },
      })
    })

  const undo = (people: readonly Person[], back: ReturnType<typeof undoOf>) =>
    run(people, async () => {
      for (const call of back) await api.users.bulkUpdate.call(call)
      toasts.show({ title: 'Taken back' })
    })

  const remove = (people: readonly Person[]) =>
    run(people, async () => {
      const user_ids = people.map(({ id }) => id)
      await api.users.bulkRemove.call({ user_ids })
      toasts.show({
        title: `${sayWho(people)} removed`,
        action: { label: 'Undo', run: () => void restore(people) },
      })
    })

  const restore = (people: readonly Person[]) =>
    run(people, async () => {
      await api.users.restore.call({ user_ids: people.map(({ id }) => id) })
      toasts.show({ title: `${sayWho(people)} back as before` })
    })

  const resend = (person: Person) =>
    run([person], async () => {
      await api.users.resend.call({ id: person.id })
      toasts.show({ title: `Sent to ${person.email} again`, body: 'The former link no longer works.' })
    })

  const revoke = (person: Person) =>
    run([person], async () => {
      await api.users.revoke.call({ id: person.id })
      const { email, full_name, role } = person
      toasts.show({
        title: `Invitation of ${email} taken back`,
        action: {
          label: 'Invite again',
          run: () => void run([person], () => api.users.invite.call({ email, full_name, role })),
        },
      })
    })

  return { busy, refusal, forgetRefusal: () => setRefusal(null), change, remove, resend, revoke, renew }
}

export type PeopleActions = ReturnType<typeof usePeopleActions>

function refusalOf(error: unknown, people: readonly Person[]): Refusal {
  const details = error instanceof ApiError ? (error.details as { reasons?: unknown } | undefined) : undefined
  const reasons = Array.isArray(details?.reasons) ? (details.reasons as { id: string; reason: string }[]) : []
  const nameOf = (id: string) => people.find((person) => person.id === id)?.email ?? id
  return { sentence: sentenceOf(error), reasons: reasons.map(({ id, reason }) => ({ who: nameOf(id), reason })) }
}

function sayWho(people: readonly Person[]): string {
  const [first] = people
  return people.length === 1 && first ? first.full_name || first.email : counted(people.length, 'person', 'people')
}

function sayChange(people: readonly Person[], { role, status }: { role?: Role; status?: string }): string {
  if (role) return `${sayWho(people)} now ${roleWords[role].toLowerCase()}`
  return `${sayWho(people)} ${status === 'disabled' ? 'disabled and signed out' : 'active again'}`
}
