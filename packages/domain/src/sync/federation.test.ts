import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { federationSubject } from './federation.ts'

const runs = Number(process.env.KEPT_SUBJECT_RUNS ?? 200)
const pair = fc.record({ organizationId: fc.uuid(), connectionId: fc.uuid() })

describe('federationSubject', () => {
  it('is the same for no two connections, of one organization or of two', () => {
    fc.assert(
      fc.property(fc.array(pair, { minLength: 2, maxLength: 50 }), (pairs) => {
        const subjects = pairs.map(({ organizationId, connectionId }) =>
          federationSubject({ organizationId }, connectionId),
        )
        const distinct = new Set(pairs.map(({ organizationId, connectionId }) => `${organizationId} ${connectionId}`))
        expect(new Set(subjects).size).toBe(distinct.size)
      }),
      { numRuns: runs },
    )
  })

  it('can be read back, so that exchanged ids are another subject', () => {
    fc.assert(
      fc.property(pair, ({ organizationId, connectionId }) => {
        const subject = federationSubject({ organizationId }, connectionId)
        expect(/^organization:(.{36}):connection:(.{36})$/.exec(subject)?.slice(1)).toEqual([
          organizationId,
          connectionId,
        ])
        expect(subject.length).toBeLessThanOrEqual(127)
      }),
      { numRuns: runs },
    )
  })

  it('takes nothing else than an id', () => {
    const id = 'aaaaaaaa-2222-3333-4444-555555555555'
    const text = fc.oneof(
      fc.string(),
      fc.constantFrom(`${id}:connection:${id}`, `${id}\n`, ` ${id}`, id.toUpperCase(), '*', ''),
    )
    fc.assert(
      fc.property(text, (entered) => {
        expect(() => federationSubject({ organizationId: entered }, id)).toThrow('ids of an organization')
        expect(() => federationSubject({ organizationId: id }, entered)).toThrow('ids of an organization')
      }),
      { numRuns: runs },
    )
  })
})
