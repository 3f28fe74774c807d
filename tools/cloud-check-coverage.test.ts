import { readFileSync } from 'node:fs'
import { cloudChecks } from '@kept/engine/security/scans/cloud/all.ts'
import { cloudGaps, gapOf } from '@kept/engine/security/scans/cloud/gaps.ts'
import { describe, expect, it } from 'vitest'
import {
  attributesRead,
  attributesWritten,
  canKnow,
  cloudCheckGuide,
  cloudNames,
  makeCloudCheckGuide,
  neverFailing,
  providers,
} from './cloud-check-coverage.ts'

describe('checks of cloud scans', () => {
  const written = cloudNames.map(attributesWritten)

  it.each(cloudChecks)('$id reads what a connection of each cloud writes, or says why it cannot', (check) => {
    for (const [index, cloud] of cloudNames.entries()) {
      const isKnown = canKnow(check, written[index] ?? new Map())
      const reason = gapOf(check.id, providers[cloud])?.reason
      expect(reason === undefined, `${check.id} on ${cloud} is known, or has a reason, and not both.`).toBe(isKnown)
      if (reason !== undefined) expect(reason).toMatch(/^[A-Z].+\.$/)
      if (neverFailing[cloud][check.id]) expect(isKnown).toBe(true)
    }
  })

  it('are known on most of each cloud, and each reason is of a check', () => {
    const counts = written.map((types) => cloudChecks.filter((check) => canKnow(check, types)).length)
    expect(counts).toEqual([55, 47, 47])
    const ids = cloudChecks.map(({ id }) => id)
    for (const gaps of [...Object.values(cloudGaps), ...Object.values(neverFailing)])
      expect(Object.keys(gaps).filter((id) => !ids.includes(id))).toEqual([])
  })

  it('observes what is read and what is written', () => {
    const [check] = cloudChecks.filter(({ id }) => id === 'bucket-versioned')
    if (!check) throw new Error('There is no check bucket-versioned.')
    expect(attributesRead(check, 'Bucket')).toEqual(['versioning'])
    expect(attributesWritten('gcp').get('Bucket')).toContain('versioning')
    expect(canKnow(check, new Map([['Bucket', new Set(['lifecycle_rules'])]]))).toBe(false)
    expect(canKnow(check, new Map([['Queue', new Set(['versioning'])]]))).toBe(false)
  })

  it('stand on the page, which is current', () => {
    expect(readFileSync(cloudCheckGuide, 'utf8'), 'Run: node tools/cloud-check-coverage.ts').toBe(makeCloudCheckGuide())
  })
})
