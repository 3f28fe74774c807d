import { describe, expect, it } from 'vitest'
import { use } from '../../testing/facts.ts'
import type { Candidate } from '../define-rule.ts'
import { unattachedVolume } from '../unattached-volume.ts'
import { seenResources, weighEvidence } from './weigh-evidence.ts'

const candidate = (more: Partial<Candidate> = {}): Candidate => ({
  ...{ location: use({}), summary: '', cost: '10', saving: null, confidence: 0.8, evidence: [], steps: [] },
  effort: 'low',
  ...more,
})
const weigh = (days: number | undefined, tags: Record<string, string> = {}, more: Partial<Candidate> = {}) =>
  weighEvidence(unattachedVolume, candidate(more), days === undefined ? undefined : { days, tags }, 7)

describe('weighEvidence', () => {
  it.each([
    [30, 0.8],
    [14, 0.8],
    [13, 0.78],
    [7, 0.68],
    [0, 0.56],
    [undefined, 0.68],
  ])('gives a resource seen on %s days a confidence of %d', (days, confidence) => {
    expect(weigh(days).confidence).toBe(confidence)
  })
  it.each([
    [{ 'aws:cloudformation:stack-name': 'shop' }, 'CloudFormation stack shop'],
    [{ 'aws:autoscaling:groupName': 'web' }, 'Auto Scaling group web'],
    [{ 'goog-k8s-node-pool-name': 'main' }, 'node pool main'],
    [{ 'managed-by': 'terraform' }, 'template terraform'],
  ])('takes more effort where a tool made it: %o', (tags, manager) => {
    const { effort, evidence } = weigh(14, tags)
    expect([effort, evidence[0]?.value]).toEqual(['medium', manager])
  })
  it('raises the effort by one level, and not for an empty tag', () => {
    const tags = { terraform: 'yes' }
    expect([weigh(14, tags, { effort: 'medium' }).effort, weigh(14, tags, { effort: 'high' }).effort]).toEqual([
      'high',
      'high',
    ])
    expect(weigh(14, { terraform: '' })).toMatchObject({ effort: 'low', evidence: [] })
    expect(weigh(14, { terraforming: 'mars' }).effort).toBe('low')
  })
})

describe('seenResources', () => {
  it('takes the meter with the most days of each resource, and no line without one', () => {
    const rows = [
      use({ days: 3, tags: { a: '1' } }),
      use({ days: 9, tags: { b: '2' } }),
      use({ days: 9, tags: { c: '3' } }),
      use({ resource_id: '', days: 30 }),
      use({ resource_id: 'r-2', days: 5 }),
    ]
    expect([...seenResources(rows).values()]).toEqual([
      { days: 9, tags: { b: '2' } },
      { days: 5, tags: {} },
    ])
  })
})
