/** How a change of people is taken back: to what each of them was before. */
import type { Person } from '@kept/contract/routes/users.ts'

type Updates = Partial<Pick<Person, 'role'> & { status: 'active' | 'disabled' }>

/** One call for each different state they had; those the change did not touch are left alone. */
export function undoOf(before: readonly Person[], updates: Updates): { user_ids: string[]; updates: Updates }[] {
  const groups = new Map<string, { user_ids: string[]; updates: Updates }>()
  for (const { id, role, status } of before) {
    const previous: Updates = {}
    if (updates.role !== undefined && updates.role !== role) previous.role = role
    if (updates.status !== undefined && updates.status !== status && status !== 'invited') previous.status = status
    if (Object.keys(previous).length === 0) continue
    const key = JSON.stringify(previous)
    const group = groups.get(key) ?? { user_ids: [], updates: previous }
    group.user_ids.push(id)
    groups.set(key, group)
  }
  return [...groups.values()]
}
