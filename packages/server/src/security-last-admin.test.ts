/**
 * No change of users takes the last admin who can sign in under the policies: leaving, removal, provisioning, reviews,
 * deletion of an account. Another admin whom the policies keep out does not count, nor one who can't change policies.
 */
import { findAccountDeletion } from '@kept/store/people/account-deletion.ts'
import { findPerson } from '@kept/store/people/persons.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { carryOutDeletions } from './deletion/jobs.ts'
import { lastAdminMessage } from './people/change-refusal.ts'
import { advanceReview } from './security/reviews/jobs.ts'
import { mailTo } from './testing/mailbox.ts'
import { newOrganization } from './testing/new-organization.ts'
import { openKept, type TestKept } from './testing.ts'

const day = 86_400_000
let time = new Date()
let kept: TestKept
beforeAll(async () => {
  kept = await openKept({}, { now: () => time })
})
afterAll(() => kept.close())

const conflict = (message: string) => ({ status: 409, message: expect.stringContaining(message) })
const lastWayIn = 'At least one admin of "Fresh" must be able to sign in under its policies.'

/** Only the addresses of the company may sign in, so Bob is an admin who can't. */
async function limitedOrganization() {
  const created = await newOrganization(kept)
  const ada = await created.addAdmin('ada')
  const bob = await created.addAdmin('bob', { emailDomain: 'gmail.example' })
  await ada.client.securityPolicies.create({
    ...{ organization: created.organization, kind: 'sign_in', enabled: true },
    settings: { methods: ['password'], email_domains: ['corp.example'] },
  })
  return { ...created, ada, bob }
}

describe('the last admin who can sign in', () => {
  it('can not leave, until another one can sign in', async () => {
    const { id, ada, addAdmin } = await limitedOrganization()
    await expect(ada.client.organizations.leave({ id })).rejects.toMatchObject(conflict(lastWayIn))
    expect((await ada.client.organizations.get({ id })).data).toMatchObject({ name: 'Fresh' })
    await addAdmin('eve')
    await ada.client.organizations.leave({ id })
  })

  it('can leave once the policy is disabled', async () => {
    const { id, organization, ada } = await limitedOrganization()
    const [policy] = (await ada.client.securityPolicies.list({ organization })).data
    await ada.client.securityPolicies.remove({ organization, id: policy?.id ?? '' })
    await ada.client.organizations.leave({ id })
  })

  it('is not removed, disabled, demoted or denied by anyone, and others are', async () => {
    const { ada, bob, operator } = await limitedOrganization()
    const id = ada.userId
    for (const refused of [
      () => operator.users.remove({ id }),
      () => operator.users.update({ id, status: 'disabled' }),
      () => operator.users.update({ id, role: 'user' }),
      () => operator.users.grant({ id, allow: [], deny: ['security:write'] }),
      () => operator.users.bulkUpdate({ user_ids: [id], updates: { role: 'user' } }),
    ])
      await expect(refused()).rejects.toMatchObject(conflict(lastWayIn))
    await operator.users.remove({ id: bob.userId })
    await expect(operator.users.remove({ id })).rejects.toMatchObject(conflict(lastAdminMessage))
  })

  it('is not deactivated or deleted by the identity provider, which is told in its own format', async () => {
    const { id, ada, bob } = await limitedOrganization()
    const { token } = (await ada.client.provisioning.createToken({ id })).data
    const scim = (method: string, userId: string, body?: object) =>
      fetch(`${kept.url}/scim/v2/Users/${userId}`, {
        method,
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/scim+json' },
        ...(body && { body: JSON.stringify(body) }),
      })
    const deactivation = {
      schemas: ['urn:ietf:params:scim:api:messages:2.0:PatchOp'],
      Operations: [{ op: 'replace', value: { active: false } }],
    }
    for (const refused of [await scim('PATCH', ada.userId, deactivation), await scim('DELETE', ada.userId)]) {
      expect(refused.status).toBe(409)
      expect(await refused.json()).toMatchObject({
        ...{ schemas: ['urn:ietf:params:scim:api:messages:2.0:Error'], status: '409' },
        detail: expect.stringContaining(lastWayIn),
      })
    }
    expect((await scim('PATCH', bob.userId, deactivation)).status).toBe(200)
  })

  it('is retained by an overdue review, which says why', async () => {
    const { organization, scope, ada, bob } = await limitedOrganization()
    const reviews = ada.client.accessReviews
    const { data: review } = await reviews.start({
      ...{ organization, name: 'Q4', reviewers: [ada.userId], revoke_overdue: true },
      due_date: new Date(time.getTime() + day).toISOString().slice(0, 10),
    })
    const itemOf = (subject: string) => review.items.find(({ subject_id }) => subject_id === subject)?.id ?? ''
    await reviews.decide({ organization, id: review.id, items: [itemOf(bob.userId)], decision: 'confirmed' })
    const { jobs } = kept.server.services
    const later = () => new Date(time.getTime() + 3 * day)
    await advanceReview({ database: kept.world.database, jobs, now: later }, scope)
    const { data } = await reviews.get({ organization, id: review.id })
    expect(data.status).toBe('completed')
    expect(data.items.find(({ subject_id }) => subject_id === ada.userId)).toMatchObject({
      ...{ decision: 'retained', note: expect.stringContaining(lastWayIn) },
    })
    const { data: events } = await ada.client.security.listAuditLogs({ organization, action: 'access_review.decided' })
    expect(events.map(({ outcome }) => outcome)).toContain('failed')
  })
})

describe('the account of the last admin who can sign in', () => {
  it('is not deleted', async () => {
    const { ada } = await limitedOrganization()
    await expect(ada.client.deletion.requestAccount({ email: ada.email })).rejects.toMatchObject(conflict(lastWayIn))
    expect((await ada.client.deletion.getAccount({})).data).toBeNull()
  })

  it('is kept when its deletion is due, with a notice, where the other one is gone by then', async () => {
    const { ada, addAdmin } = await limitedOrganization()
    const { database } = kept.world
    const eve = await addAdmin('eve')
    await ada.client.deletion.requestAccount({ email: ada.email })
    await ada.client.users.update({ id: eve.userId, status: 'disabled' })
    time = new Date(time.getTime() + 14 * day + 1)
    await carryOutDeletions(kept.server.services)
    expect(await findPerson(database, { id: ada.userId })).toMatchObject({ email: ada.email })
    expect(await findAccountDeletion(database, ada.userId)).toBeUndefined()
    const mail = await mailTo(kept.server.services, ada.email, /will not be deleted/)
    expect(mail.text).toContain('must be able to sign in under its policies')
  })
})

describe('an admin who can not change policies', () => {
  it('is none who could stay alone', async () => {
    const { id, addAdmin } = await newOrganization(kept)
    const ada = await addAdmin('ada')
    const bob = await addAdmin('bob', { grants: { allow: [], deny: ['security:write'] } })
    await expect(ada.client.organizations.leave({ id })).rejects.toMatchObject(conflict('You are the last admin'))
    await expect(bob.client.users.remove({ id: ada.userId })).rejects.toMatchObject(conflict(lastAdminMessage))
    await expect(ada.client.deletion.requestAccount({ email: ada.email })).rejects.toMatchObject(
      conflict('You are the last admin of "Fresh"'),
    )
    await bob.client.organizations.leave({ id })
  })
})
