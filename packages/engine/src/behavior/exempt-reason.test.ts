import { expect, it } from 'vitest'
import { exemptReason } from './exempt-reason.ts'

it.each([
  ['orders-dr-dev-2', {}, 'It is a standby, by its name.'],
  ['test-disaster-recovery', {}, 'It is a standby, by its name.'],
  ['db-1', { role: 'warm-standby' }, 'It is a standby (tag role: warm-standby).'],
  ['db-1', { failover: 'true' }, 'It is a standby (tag failover).'],
  ['db-1', { 'do-not-delete': 'yes' }, 'It is marked to be kept (tag do-not-delete).'],
  ['db-1', { lifecycle: 'permanent' }, 'It is marked to be kept (tag lifecycle).'],
  ['db-1', { keep: 'false', dr: 'no' }, ''],
  ['address-book-dev', { owner: 'dr-smith', environment: 'dev' }, ''],
  ['drill-dev', { project: 'keeper' }, ''],
])('%s with %j', (name, tags, reason) => expect(exemptReason(name, tags)).toBe(reason))
