import { readFileSync } from 'node:fs'
import { cloudChecks } from '@kept/engine/security/scans/cloud/all.ts'
import { describe, expect, it } from 'vitest'
import {
  attributesRead,
  attributesWritten,
  canKnow,
  cloudCheckGuide,
  cloudNames,
  makeCloudCheckGuide,
} from './cloud-check-coverage.ts'

/** Checks that no connection can answer, each with the reason. */
const onlyFromFiles: Readonly<Record<string, string>> = {}

describe('checks of cloud scans', () => {
  const written = cloudNames.map(attributesWritten)

  it.each(cloudChecks)('$id reads what a connection writes', (check) => {
    const isKnown = written.some((types) => canKnow(check, types))
    expect(isKnown, `No connection writes what ${check.id} reads.`).toBe(onlyFromFiles[check.id] === undefined)
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
