import type { GroupKey } from '@kept/domain/cost-query.ts'

/** The second dimension where only one is chosen. */
export function pivotKeys([first = 'service', second]: readonly GroupKey[]): [GroupKey, GroupKey] {
  return [first, second ?? (first === 'sub_account' ? 'service' : 'sub_account')]
}
