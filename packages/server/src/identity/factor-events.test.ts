/** A factor lets its user into each of their organizations, so each of them records what becomes of it. */

import { setPasswordHash } from '@kept/store/people/credentials.ts'
import { removeMembership } from '@kept/store/people/members.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { mailTo } from '../testing/mailbox.ts'
import { newOrganization } from '../testing/new-organization.ts'
import { createTestUser } from '../testing/sign-in.ts'
import { Visitor } from '../testing/visitor.ts'
import { openKept, type TestKept } from '../testing.ts'
import { hashPassword } from './password-hash.ts'
import { codeAt, fromBase32, stepOf } from './totp.ts'

const password = 'plum tractor october'
const nextPassword = 'copper lantern sunday'
let kept: TestKept
beforeAll(async () => {
  kept = await openKept()
})
afterAll(() => kept.close())

/** An admin of two organizations, who left a third one. */
async function adminOfTwo() {
  const [first, second, left] = [await newOrganization(kept), await newOrganization(kept), await newOrganization(kept)]
  const name = `ada-${first.organization}`
  const join = (scope: typeof first.scope) => createTestUser(kept, { name, in: scope, role: 'admin' })
  const ada = await join(first.scope)
  await join(second.scope)
  await join(left.scope)
  const { database } = kept.world
  await database.scoped(left.scope, (tx) => removeMembership(tx, ada.userId, new Date()))
  await setPasswordHash(database, ada.userId, await hashPassword(password), new Date())
  /** Oldest first. Requests with the CSRF token of an earlier session are refused, which is recorded as well. */
  const eventsIn = async ({ operator, organization }: typeof first) => {
    const { data } = await operator.security.listAuditLogs({ organization, page_size: 100 })
    const allowed = data.filter(({ outcome }) => outcome === 'allowed').map(({ action }) => action)
    return allowed.filter((action) => /^(factor|password)\./.test(action)).reverse()
  }
  return { ada, first, second, left, eventsIn }
}

it('records the authenticator app and the password in every organization of the user, and drops their overview', async () => {
  const { ada, first, second, left, eventsIn } = await adminOfTwo()
  const reasons = async () => {
    const { data } = await second.operator.security.overview({ organization: second.organization })
    return data.people.at_risk.worst.flatMap((person) => person.reasons.map(({ check_id }) => check_id))
  }
  const visitor = new Visitor(kept.url)
  await visitor.post('/api/auth/login', { email: ada.email, password })
  const post = async (path: string, body: object = {}) => {
    const answer = await visitor.post(`/api/auth/${path}`, body)
    expect(answer.status, path).toBe(200)
    return answer.body
  }
  expect(await reasons()).toContain('admins-second-factor')
  const { secret } = await post('totp/enroll')
  await post('totp/confirm', { code: codeAt(fromBase32(secret), stepOf(Date.now())) })
  expect(await reasons()).not.toContain('admins-second-factor')
  await post('totp/recovery-codes')
  await post('totp/disable')
  expect(await reasons()).toContain('admins-second-factor')
  await post('change-password', { current_password: password, new_password: nextPassword })
  const recorded = ['factor.added', 'factor.renewed', 'factor.removed', 'password.changed']
  expect(await eventsIn(first)).toEqual(recorded)
  expect(await eventsIn(second)).toEqual(recorded)
  expect(await eventsIn(left)).toEqual([])
})

it('records a password that was reset by email', async () => {
  const { ada, first, second, left, eventsIn } = await adminOfTwo()
  const visitor = new Visitor(kept.url)
  await visitor.post('/api/auth/forgot-password', { email: ada.email })
  const { token } = await mailTo(kept.server.services, ada.email, /password/i)
  const answer = await visitor.post('/api/auth/reset-password', { token, password: nextPassword })
  expect(answer.status).toBe(200)
  expect(await eventsIn(first)).toEqual(['password.reset'])
  expect(await eventsIn(second)).toEqual(['password.reset'])
  expect(await eventsIn(left)).toEqual([])
})
