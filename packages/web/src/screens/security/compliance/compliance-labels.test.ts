import { describe, expect, it } from 'vitest'
import { groupRequirements } from './compliance-labels.ts'

describe('groupRequirements', () => {
  it('groups in the order of the framework', () => {
    const requirement = (id: string, group: string) => ({
      ...{ id, group, title: '', status: 'unknown' as const, detail: '', checks: [], evidence: [] },
    })
    const groups = groupRequirements([
      requirement('AC-1', 'Access'),
      requirement('AU-1', 'Audit'),
      requirement('AC-2', 'Access'),
    ])
    expect(groups.map(({ group, requirements }) => [group, requirements.map(({ id }) => id)])).toEqual([
      ['Access', ['AC-1', 'AC-2']],
      ['Audit', ['AU-1']],
    ])
  })
})
