import { type FrameworkId, frameworkIds, frameworksWithoutChecks } from '@kept/domain/compliance.ts'
import { describe, expect, it } from 'vitest'
import { coverage } from './coverage.ts'
import { evaluateCompliance } from './evaluate-compliance.ts'

const requirementsOf = (id: FrameworkId) => evaluateCompliance(id, { checks: [], evidence: [], declared: [] }, 0)

/** What the publishers list; of NIST the controls of the four baselines of SP 800-53B, and PM-5. */
const counts: Record<FrameworkId, number> = {
  ...{ 'nist-800-53': 424, soc2: 61, 'iso-27001': 93 },
  ...{ asvs: 345, osps: 41, 'finos-ccc': 151 },
}

it('names the frameworks of which scans check nothing', () => {
  expect(frameworkIds.filter((id) => Object.keys(coverage[id]).length === 0)).toEqual(frameworksWithoutChecks)
})

describe.each(frameworkIds)('%s', (id) => {
  const requirements = requirementsOf(id)

  it('has every requirement once, in a group with a label', () => {
    expect(requirements).toHaveLength(counts[id])
    expect(new Set(requirements.map((requirement) => requirement.id)).size).toBe(counts[id])
    const unlabeled = requirements.filter(({ group }) => id !== 'finos-ccc' && !/^[A-Z][a-z]|^API$|^OAuth$/.test(group))
    expect(unlabeled).toEqual([])
  })

  it('has a title for each requirement: short, in sentence case, and no other has it', () => {
    const titles = requirements.map(({ title }) => title)
    expect(titles.filter((title) => !/^[A-Z][^\n]{2,79}$/.test(title) || /[.\s]$/.test(title))).toEqual([])
    expect(new Set(titles.map((title) => title.toLowerCase())).size).toBe(titles.length)
  })
})

it('has titles of three to eight words where the wording of the publisher may not be used', () => {
  const own = frameworkIds.filter((id) => id !== 'nist-800-53').flatMap(requirementsOf)
  const counted = own.map(({ id, title }) => ({ id, count: title.split(' ').length }))
  expect(counted.filter(({ count }) => count < 3 || count > 8)).toEqual([])
})
