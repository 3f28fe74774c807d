/** The resource of a loop is paused, stopped and restored: by users, automatically, across a restart. */
import { gzipSync } from 'node:zlib'
import { type EmulatedClouds, emulateClouds } from '@kept/connectors/remediation/testing/emulated-clouds.ts'
import { emulatedIds } from '@kept/connectors/remediation/testing/targets.ts'
import { lineOn } from '@kept/store/testing/lines.ts'
import { publishLines } from '@kept/store/testing/publish.ts'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { createTestUser } from '../../testing/sign-in.ts'
import { openKept, type TestKept } from '../../testing.ts'

const minute = 60_000
let clock = Date.parse('2026-06-10T09:00:00Z')
const functionArn = emulatedIds.lambda_function

const settings = {
  KEPT_PRIVATE_NETWORKS: '127.0.0.0/8',
  KEPT_SECRET_KEY: Buffer.alloc(32, 7).toString('base64'),
}

let clouds: EmulatedClouds
let kept: TestKept
beforeAll(async () => {
  clouds = await emulateClouds()
  kept = await openKept(settings, { now: () => new Date(clock) })
  await publishLines(kept.world, kept.world.scope, 'load-1', [
    lineOn('2026-06-09', {
      ResourceId: functionArn,
      SkuPriceId: 'requests',
      PricingUnit: 'Requests',
      PricingQuantity: '1000',
      ContractedUnitPrice: '0.02',
      EffectiveCost: '20',
    }),
  ])
})
afterAll(async () => {
  await kept.close()
  await clouds.close()
})

// Of two actions in one moment neither is the newer one.
afterEach(() => {
  clock += 1_000
})

const attribute = (key: string, value: string) => ({ key, value: { stringValue: value } })
let ids = 0
const hex = (length: number) => {
  ids += 1
  return ids.toString(16).padStart(length, '0')
}

function recursion(startMs: number, resource: { name: string; id: string; more?: Record<string, string> }) {
  const traceId = hex(32)
  let parentSpanId = ''
  const spans = Array.from({ length: 100 }, (_, step) => {
    const spanId = hex(16)
    const start = BigInt(startMs + step * 50) * 1_000_000n
    const span = {
      ...{ traceId, spanId, parentSpanId, name: resource.name, kind: 2 },
      startTimeUnixNano: String(start),
      endTimeUnixNano: String(start + 40_000_000n),
    }
    parentSpanId = spanId
    return span
  })
  const attributes = Object.entries({
    'service.name': resource.name,
    'faas.name': resource.name,
    ...(resource.id && { 'cloud.resource_id': resource.id }),
    ...resource.more,
  }).map(([key, value]) => attribute(key, value))
  return { resource: { attributes }, scopeSpans: [{ spans }] }
}

async function send(resourceSpans: object[], to = kept) {
  const answer = await fetch(`${to.url}/v1/traces`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'content-encoding': 'gzip', ...to.headers('own') },
    body: new Uint8Array(gzipSync(JSON.stringify({ resourceSpans }))),
  })
  expect(answer.status).toBe(200)
}

async function play(minutes: number, resource: Parameters<typeof recursion>[1]) {
  for (let n = 0; n < minutes; n += 1) {
    const startMs = clock
    clock += minute
    await send([0, 10_000, 20_000].map((after) => recursion(startMs + after, resource)))
    clock += 1
    await kept.server.features.loops.detect()
  }
}

const thumbnailer = { name: 'thumbnailer', id: functionArn }
const loopOf = async (resource: string) => {
  const { data } = await kept.client.loops.list({ show: 'active' })
  const loop = data.find(({ resource_name }) => resource_name === resource)
  if (!loop) throw new Error(`no loop of ${resource}`)
  return loop
}

/** The job queue also checks once a minute: which of them was first does not matter. */
const expectState = (id: string, state: string) =>
  expect
    .poll(async () => (await kept.client.loops.find({ id })).data.remediation_actions[0]?.state, { timeout: 60_000 })
    .toBe(state)

describe('a person', () => {
  it('shows commands while Kept may act nowhere, and no dead button', async () => {
    await play(6, thumbnailer)
    const { id } = await loopOf('thumbnailer')
    const { data } = await kept.client.loops.pause({ id, dry_run: true })
    expect(data).toMatchObject({
      remediation_action: null,
      skip_reasons: expect.stringContaining('no permission to act in your AWS accounts'),
    })
    expect(data.script?.run).toContain('aws lambda put-function-concurrency --function-name thumbnailer')
    await expect(kept.client.loops.pause({ id })).rejects.toThrow('no permission to act')
    expect((await kept.client.loops.find({ id })).data.remediation).toMatchObject({ possible: false, scripted: true })
    expect(clouds.changes).toEqual([])
  })
  it('connects a cloud account; its keys are encrypted and never shown', async () => {
    const invalidAccount = { provider: 'aws', name: 'Main', account: '', credentials: { key: 'hush-hush' } } as const
    await expect(kept.client.remediation.addAccount(invalidAccount)).rejects.toThrow(
      'The aws credentials are not valid',
    )
    const credentials = clouds.credentials.aws as Record<string, string>
    // Keys are sent to no internal address that the operator has not allowed: metadata services, neighbors.
    for (const endpoint of ['http://169.254.169.254', 'http://[::1]:9000', 'http://10.0.0.8', 'http://a:b@aws.example'])
      await expect(
        kept.client.remediation.addAccount({ ...invalidAccount, credentials: { ...credentials, endpoint } }),
      ).rejects.toThrow(/private network|must not contain a user name/)
    const inside = {
      provider: 'kubernetes',
      name: 'Inside',
      credentials: { server: 'https://192.168.0.1', token: 't' },
    }
    await expect(kept.client.remediation.addAccount(inside as never)).rejects.toThrow('private network')
    await kept.client.remediation.addAccount({ ...invalidAccount, credentials })
    await expect(kept.client.remediation.addAccount({ ...invalidAccount, credentials })).rejects.toThrow(
      'The cloud account aws is connected already',
    )
    const accounts = await kept.client.remediation.accounts({})
    expect(accounts.data).toMatchObject([{ provider: 'aws', name: 'Main' }])
    expect(accounts.meta.rights.aws?.length).toBeGreaterThan(3)
    const rows = await kept.world.database.scoped(kept.world.scope, (tx) =>
      tx.selectFrom('cloud_account').selectAll().execute(),
    )
    expect(rows).toHaveLength(1)
    expect(JSON.stringify([accounts, rows])).not.toContain(credentials.secret_access_key)
    expect((await kept.otherClient.remediation.accounts({})).data).toEqual([])
  })
  it('shows a dry run, applies exactly that, and undoes it', async () => {
    const { id } = await loopOf('thumbnailer')
    const { data: dry } = await kept.client.loops.pause({ id, dry_run: true })
    expect(dry.remediation_action).toMatchObject({
      state: 'planned',
      description: expect.stringContaining('reserved concurrency 40'),
    })
    expect(dry.remediation_action?.requests).toMatchObject([
      { method: 'PUT', body: '{"ReservedConcurrentExecutions":0}' },
    ])
    expect(clouds.changes).toEqual([])
    const { data } = await kept.client.loops.pause({
      id,
      dry_run_id: dry.remediation_action?.id,
      revert_after_minutes: null,
    })
    expect(data.remediation_action).toMatchObject({
      state: 'done',
      description: dry.remediation_action?.description,
      requests: dry.remediation_action?.requests,
    })
    expect(data.loop.auto_remediation).toMatchObject({
      action_taken: data.remediation_action?.description,
      success: true,
    })
    expect(clouds.state.lambda.reserved).toBe(0)
    await expect(kept.client.loops.stop({ id })).rejects.toThrow('still in effect. Undo it first.')
    const { data: undone } = await kept.client.loops.revert({ id })
    expect([undone.remediation_action?.state, clouds.state.lambda.reserved]).toEqual(['undone', 40])
    await expect(kept.client.loops.revert({ id })).rejects.toThrow('nothing to undo')
    const { data: detail } = await kept.client.loops.find({ id })
    expect(detail.steps.map(({ event, actor_name }) => [event, actor_name])).toEqual([
      ['detected', 'Kept'],
      ['pause', 'Operator'],
      ['undo', 'Operator'],
    ])
    expect(detail.remediation_actions.map(({ state }) => state)).toEqual(['undone'])
  })
  it('changes nothing when the resource has changed since the dry run', async () => {
    const { id } = await loopOf('thumbnailer')
    const { data: dry } = await kept.client.loops.stop({ id, dry_run: true })
    clouds.state.lambda.reserved = 7
    await expect(kept.client.loops.stop({ id, dry_run_id: dry.remediation_action?.id })).rejects.toThrow(
      'changed after the dry run. Run it again.',
    )
    expect(clouds.state.lambda.reserved).toBe(7)
    clouds.state.lambda.reserved = 40
    await expect(kept.client.loops.pause({ id, dry_run_id: dry.remediation_action?.id })).rejects.toThrow(
      'This plan does not match the request.',
    )
    expect((await loopOf('thumbnailer')).auto_remediation.success).toBe(false)
  })
  it('requires permission to act, and shows nothing to another organization', async () => {
    const { id } = await loopOf('thumbnailer')
    const user = await createTestUser(kept, { name: 'watcher', in: 'own', role: 'user' })
    await expect(user.client.loops.pause({ id })).rejects.toThrow()
    await expect(kept.otherClient.loops.pause({ id })).rejects.toThrow('Loop not found')
    await expect(kept.otherClient.loops.revert({ id })).rejects.toThrow('Loop not found')
  })
  it('leaves it to admins where a policy says so', async () => {
    const { id } = await loopOf('thumbnailer')
    const grants = { allow: ['loops:act' as const], deny: [] }
    const user = await createTestUser(kept, { name: 'pat', in: 'own', role: 'user', grants })
    const { data: policy } = await kept.client.securityPolicies.create({
      ...{ organization: 'own', kind: 'approvals', enabled: true },
      settings: { actors: 'admins', approve_above: { amount: '500', currency: 'USD' } },
    })
    const before = clouds.changes.length
    expect((await user.client.loops.pause({ id, dry_run: true })).data.remediation_action?.state).toBe('planned')
    for (const change of [user.client.loops.pause, user.client.loops.stop, user.client.loops.revert])
      await expect(change({ id })).rejects.toThrow('Only admins may change resources in this organization.')
    const [rule] = (await kept.client.loops.rules({})).data
    if (!rule) throw new Error('There is no rule.')
    const automatic = { ...rule.auto_remediation, enabled: true }
    await expect(user.client.loops.changeRule({ ...rule, auto_remediation: automatic })).rejects.toThrow('Only admins')
    expect(clouds.changes).toHaveLength(before)
    await kept.client.securityPolicies.remove({ organization: 'own', id: policy.id })
  })
  it('waits for a second person where a policy says so, and is undone like any other stop', async () => {
    const { id } = await loopOf('thumbnailer')
    const act = { allow: ['loops:act' as const], deny: [] }
    const ann = await createTestUser(kept, { name: 'ann', in: 'own', role: 'user', grants: act })
    const bea = await createTestUser(kept, { name: 'bea', in: 'own', role: 'user', grants: act })
    const cleo = await createTestUser(kept, { name: 'cleo', in: 'own', role: 'user' })
    const { data: policy } = await kept.client.securityPolicies.create({
      ...{ organization: 'own', kind: 'approvals', enabled: true },
      settings: {
        ...{ actors: 'permitted', approve_above: { amount: '0.01', currency: 'USD' }, loop_stops: 'approved' },
      },
    })
    const before = clouds.changes.length
    const reason = 'It changes more than $0.01 a month, so a second person approves.'
    expect((await ann.client.loops.stop({ id, dry_run: true })).data).toMatchObject({ approval_reason: reason })
    const { data: requested } = await ann.client.loops.stop({ id, revert_after_minutes: null })
    expect(requested).toMatchObject({
      remediation_action: { state: 'planned' },
      approval: { state: 'waiting', subject: 'loop', subject_id: id, reason, asker_name: 'ann' },
    })
    const approval = requested.approval?.id ?? ''
    expect((await ann.client.loops.find({ id })).data.remediation.approval?.id).toBe(approval)
    expect((await bea.client.notifications.list({})).data[0]).toMatchObject({
      kind: 'approval',
      title: 'Approval needed: stop thumbnailer',
    })
    await expect(ann.client.loops.pause({ id })).rejects.toThrow('This loop waits for an approval already.')
    const approve = { id: approval, decision: 'approve' } as const
    await expect(ann.client.approvals.decide(approve)).rejects.toThrow('A second person has to decide')
    await expect(cleo.client.approvals.decide(approve)).rejects.toThrow('You need the permission loops:act')
    await expect(kept.otherClient.approvals.decide(approve)).rejects.toThrow('no approval')
    expect(clouds.changes).toHaveLength(before)
    expect((await bea.client.approvals.decide(approve)).data).toMatchObject({ state: 'approved', failure_reason: '' })
    expect(clouds.state.lambda.reserved).toBe(0)
    const { data: detail } = await kept.client.loops.find({ id })
    expect(detail.remediation.approval).toBeNull()
    expect(detail.remediation_actions[0]).toMatchObject({ state: 'done', actor_name: 'ann, approved: bea' })
    // What brings a resource back waits for no one.
    await ann.client.loops.revert({ id })
    expect(clouds.state.lambda.reserved).toBe(40)
    const { data: again } = await ann.client.loops.stop({ id })
    await bea.client.approvals.decide({ id: again.approval?.id ?? '', decision: 'reject' })
    expect(clouds.state.lambda.reserved).toBe(40)
    const audit = await kept.world.database.scoped(kept.world.scope, (tx) =>
      tx.selectFrom('audit_event').select('action').where('resource_id', '=', id).orderBy('seq').execute(),
    )
    expect(audit.map(({ action }) => action).filter((action) => action.startsWith('action_approval'))).toEqual([
      ...['action_approval.requested', 'action_approval.approved'],
      ...['action_approval.requested', 'action_approval.rejected'],
    ])
    // By default one person stops a loop at once: each minute costs more.
    await kept.client.securityPolicies.update({
      ...{ organization: 'own', id: policy.id },
      settings: { actors: 'permitted', approve_above: { amount: '0.01', currency: 'USD' } },
    })
    expect((await ann.client.loops.pause({ id })).data).toMatchObject({ approval: null, approval_reason: '' })
    await ann.client.loops.revert({ id })
    await kept.client.securityPolicies.remove({ organization: 'own', id: policy.id })
  })
  it('records the stop for the savings ledger, and withdraws it with the undo', async () => {
    const { id } = await loopOf('thumbnailer')
    await kept.client.loops.stop({ id, revert_after_minutes: null })
    const states = async () =>
      (await kept.client.savings.actions({})).data
        .filter(({ title }) => title.includes('thumbnailer'))
        .map(({ state }) => state)
    expect(await states()).toContain('waiting')
    await kept.client.loops.revert({ id })
    expect(await states()).not.toContain('waiting')
  })
})

describe('temporary actions', () => {
  it('are reverted automatically, once, when the time is over', async () => {
    const { id } = await loopOf('thumbnailer')
    await kept.client.loops.pause({ id, revert_after_minutes: 20 })
    await kept.server.features.remediation.revertDue()
    expect(clouds.state.lambda.reserved).toBe(0)
    const before = clouds.changes.length
    clock += 21 * minute
    await Promise.all([kept.server.features.remediation.revertDue(), kept.server.features.remediation.revertDue()])
    await expectState(id, 'undone')
    expect([clouds.state.lambda.reserved, clouds.changes.length - before]).toEqual([40, 1])
  })
  it('are left when the resource was changed from outside, with a message', async () => {
    await play(6, thumbnailer)
    const { id } = await loopOf('thumbnailer')
    await kept.client.loops.pause({ id, revert_after_minutes: 20 })
    clouds.state.lambda.reserved = 12
    clock += 21 * minute
    await kept.server.features.remediation.revertDue()
    await expectState(id, 'left')
    expect(clouds.state.lambda.reserved).toBe(12)
    const { data } = await kept.client.loops.find({ id })
    expect(data.remediation_actions[0]).toMatchObject({
      state: 'left',
      failure_reason: expect.stringContaining('changed outside Kept'),
    })
    clouds.state.lambda.reserved = 40
  })
  it('are reverted by another process after this one was killed in the middle of it', async () => {
    await play(6, thumbnailer)
    const { id } = await loopOf('thumbnailer')
    await kept.client.loops.pause({ id, revert_after_minutes: 20 })
    // The state after a kill: being reverted, with a lease of a dead process.
    await kept.world.database.scoped(kept.world.scope, (tx) =>
      tx
        .updateTable('remediation_action')
        .set({ state: 'undoing', leased_until: new Date(0) })
        .where('state', '=', 'done')
        .execute(),
    )
    const other = await openKept(settings, { now: () => new Date(clock), world: kept.world })
    try {
      clock += 21 * minute
      await other.server.features.remediation.revertDue()
      await expectState(id, 'undone')
      expect(clouds.state.lambda.reserved).toBe(40)
    } finally {
      await other.close()
    }
  })
  it('are retried when the cloud did not respond', async () => {
    await play(6, thumbnailer)
    const { id } = await loopOf('thumbnailer')
    await kept.client.loops.pause({ id, revert_after_minutes: 20 })
    clock += 21 * minute
    clouds.refuse(/PUT/, 503)
    await kept.server.features.remediation.revertDue()
    await kept.server.features.remediation.revertDue()
    await expectState(id, 'undone')
    expect(clouds.state.lambda.reserved).toBe(40)
    const { data } = await kept.client.loops.find({ id })
    expect(data.steps).toContainEqual(
      expect.objectContaining({ event: 'undo_failed', note: expect.stringContaining('503') }),
    )
  })
})

describe('Kept by itself', () => {
  const allow = async (change: object, automatic = true) => {
    await kept.client.remediation.setPolicy({ automatic, max_step: 'throttle', max_per_hour: 5 })
    const rules = (await kept.client.loops.rules({})).data
    const { is_default, unit, changed_by, changed_at, ...rule } = rules.find(({ id }) => id === 'recursive_function')!
    await kept.client.loops.changeRule({
      ...rule,
      auto_remediation: {
        ...{ enabled: true, max_step: 'throttle', above_hourly_cost: '1', dry_run: false, revert_after_minutes: 30 },
        ...change,
      },
    })
  }
  const resizer = { name: 'resizer', id: functionArn.replace('thumbnailer', 'resizer') }

  it('does nothing while it is turned off', async () => {
    await allow({}, false)
    const before = clouds.changes.length
    clock += 60 * minute
    await kept.server.features.loops.detect()
    await play(7, thumbnailer)
    expect(
      (await kept.client.loops.find({ id: (await loopOf('thumbnailer')).id })).data.remediation_actions.length,
    ).toBeLessThan(2)
    expect(clouds.changes).toHaveLength(before)
  })
  it('makes a dry run, acts in the next minute, once, and reverts when the time is over', async () => {
    await allow({})
    clock += 60 * minute
    for (let n = 0; n < 15; n += 1) {
      clock += minute
      await kept.server.features.loops.detect()
    }
    const before = clouds.changes.length
    await play(14, thumbnailer)
    const { id } = await loopOf('thumbnailer')
    const { data } = await kept.client.loops.find({ id })
    expect(data.remediation_actions.filter(({ automatic }) => automatic).map(({ state }) => state)).toEqual([
      'done',
      'planned',
    ])
    expect([clouds.state.lambda.reserved, clouds.changes.length - before]).toEqual([0, 1])
    expect(data.loop.auto_remediation).toMatchObject({ enabled: true, success: true })
    expect(data.steps).toContainEqual(expect.objectContaining({ event: 'pause', actor_name: 'Kept' }))
    const { data: notifications } = await kept.client.notifications.list({})
    expect(notifications.map(({ title }) => title)).toEqual(
      expect.arrayContaining(['Dry run: Kept would have paused thumbnailer', 'Kept paused thumbnailer']),
    )
    clock += 31 * minute
    await kept.server.features.remediation.revertDue()
    expect(clouds.state.lambda.reserved).toBe(40)
    const audit = await kept.world.database.scoped(kept.world.scope, (tx) =>
      tx.selectFrom('audit_event').select('action').execute(),
    )
    expect(audit.map(({ action }) => action)).toEqual(
      expect.arrayContaining(['remediation.done', 'remediation.undone', 'remediation.left', 'remediation.failed']),
    )
  })
  it('leaves resources alone that are tagged as critical or unknown', async () => {
    const before = clouds.changes.length
    await play(8, { ...resizer, more: { 'service.criticality': 'tier-1' } })
    await play(8, { name: 'unknown-service', id: '' })
    expect(clouds.changes).toHaveLength(before)
    const { data } = await kept.client.loops.find({ id: (await loopOf('resizer')).id })
    expect(data.remediation_actions).toEqual([])
    expect(data.remediation.critical).toBe(true)
  })
  it('makes only a dry run where a second person approves, and says so', async () => {
    await allow({})
    const { data: policy } = await kept.client.securityPolicies.create({
      ...{ organization: 'own', kind: 'approvals', enabled: true },
      settings: {
        ...{ actors: 'permitted', approve_above: { amount: '0.01', currency: 'USD' }, loop_stops: 'approved' },
      },
    })
    clock += 60 * minute
    for (let n = 0; n < 15; n += 1) {
      clock += minute
      await kept.server.features.loops.detect()
    }
    const before = clouds.changes.length
    await play(20, thumbnailer)
    const { data } = await kept.client.loops.find({ id: (await loopOf('thumbnailer')).id })
    expect(data.remediation_actions.map(({ state, automatic }) => [state, automatic])).toEqual([['planned', true]])
    expect(clouds.changes).toHaveLength(before)
    const { data: notifications } = await kept.client.notifications.list({})
    const [dryRun] = notifications.filter(({ title }) => title.startsWith('Dry run:'))
    expect(dryRun?.body).toContain('so a second person approves. Kept does not act alone')
    await kept.client.securityPolicies.remove({ organization: 'own', id: policy.id })
  })
})
