/** How a change of people is taken back: to what each of them was before. */
import type { Person } from '@kept/contract/routes/users/people.ts'
import { choiceOf, roleInput } from '../../account/role-choice.ts'

export type Updates = Partial<Pick<Person, 'role'> & { custom_role_id: string; status: 'active' | 'disabled' }>

/** One call for each different state they had; those the change did not touch are left alone. */
export function undoOf(before: readonly Person[], updates: Updates): { user_ids: string[]; updates: Updates }[] {
  const groups = new Map<string, { user_ids: string[]; updates: Updates }>()
  const newRole = updates.custom_role_id ?? updates.role
  for (const { id, status, ...person } of before) {
    const previous: Updates = {}
    if (newRole !== undefined && newRole !== choiceOf(person)) Object.assign(previous, roleInput(choiceOf(person)))
    if (updates.status !== undefined && updates.status !== status && status !== 'invited') previous.status = status
    if (Object.keys(previous).length === 0) continue
    const key = JSON.stringify(previous)
    const group = groups.get(key) ?? { user_ids: [], updates: previous }
    group.user_ids.push(id)
    groups.set(key, group)
  }
  return [...groups.values()]
}
