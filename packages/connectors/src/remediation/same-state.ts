/** Whether two states are the same, whatever the order of their keys: a database returns them in another one. */
import type { ResourceState } from '@kept/domain/remediation.ts'

export function isSameState(state: ResourceState[string], other: ResourceState[string]): boolean {
  return stable(state) === stable(other)
}

/** Whether they differ in nothing but a backup, which Kept makes before it deletes. */
export function isSameButBackup(state: ResourceState, other: ResourceState): boolean {
  return isSameState({ ...state, backup: false }, { ...other, backup: false })
}

function stable(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(stable).join()}]`
  if (value === null || typeof value !== 'object') return JSON.stringify(value)
  return `{${Object.entries(value)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, part]) => `${JSON.stringify(key)}:${stable(part)}`)
    .join()}}`
}
