/** Every kind of resource against emulated clouds: dry run, apply, undo, and no overwriting of outside changes. */
import type { RemediationKind, RemediationOrder, RemediationTarget, SwitchableKind } from '@kept/domain/remediation.ts'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import type { GuardedFetch } from './credentials.ts'
import { openAccount } from './open-account.ts'
import { allRemedies, remedyFor } from './remedies.ts'
import type { Remedy } from './remedy.ts'
import { scriptFor } from './script.ts'
import { targetOf } from './target-of.ts'
import { type EmulatedClouds, emulateClouds } from './testing/emulated-clouds.ts'
import { emulatedIds } from './testing/targets.ts'

const timestamp = '2026-06-10T09:00:00Z'
const nowMs = () => Date.parse(timestamp)
const plainFetch: GuardedFetch = (url, { certificateAuthority: _, signal, ...options }) =>
  fetch(url, { ...options, ...(signal && { signal }) })

let clouds: EmulatedClouds
beforeEach(async () => {
  await clouds?.close()
  clouds = await emulateClouds()
})
afterAll(() => clouds.close())

const portOf = (remedy: Remedy) =>
  openAccount(remedy.provider, clouds.credentials[remedy.provider], { fetch: plainFetch, nowMs })

function target(kind: RemediationKind): RemediationTarget {
  if (!isEmulated(kind)) throw new Error(`not emulated: ${kind}`)

  const match = targetOf({ id: emulatedIds[kind], name: 'it' })
  if (!match) throw new Error(`no target: ${emulatedIds[kind]}`)
  return match
}

function isEmulated(kind: RemediationKind): kind is SwitchableKind {
  return kind in emulatedIds
}

const orders = allRemedies.flatMap((remedy) =>
  remedy.steps.map((step): [string, Remedy, RemediationOrder] => [
    `${remedy.kind} ${step}`,
    remedy,
    { target: target(remedy.kind), step, ...(step === 'scale' && { size: 4 }) },
  ]),
)

it.each(allRemedies.map((remedy) => [remedy.kind, remedy] as const))(
  'recognizes a %s by its id',
  (kind, { provider }) => {
    expect(target(kind)).toMatchObject({ kind, provider })
  },
)

describe.each(orders)('%s', (_name, remedy, order) => {
  it('plans without a change, applies, and restores the previous state', async () => {
    const port = portOf(remedy)
    const before = structuredClone(clouds.state)
    const plan = await port.plan(order)
    expect(clouds.changes).toEqual([])
    expect(plan.description).toMatch(plan.requests.length > 0 ? /^it is .+ and will be .+\.$/ : /^it is already .+\.$/)
    const receipt = await port.apply(plan, timestamp)
    expect(clouds.changes).toHaveLength(plan.requests.length)
    expect((await port.plan(order)).requests).toEqual([])
    // As it is read from a database: JSON only.
    const stored = JSON.parse(JSON.stringify(receipt))
    expect(await port.revert(stored)).toMatchObject({ undone: true })
    expect({ ...clouds.state, group: sorted(clouds.state) }).toEqual({ ...before, group: sorted(before) })
    expect(await port.revert(stored)).toMatchObject({ undone: true, message: expect.stringContaining('already') })
  })
  it('has a script with its undo, and named permissions', () => {
    const script = scriptFor(order)
    expect(script?.run).toContain(script?.tool)
    expect(script?.undo).toContain(script?.tool)
    expect(script?.permissions.length).toBeGreaterThan(0)
  })
})

function sorted({ group }: EmulatedClouds['state']) {
  return { ...group, suspended: group.suspended.toSorted() }
}

describe('applying and reverting', () => {
  const order = { target: target('lambda_function'), step: 'stop' as const }
  it('rejects applying over a change made since the dry run', async () => {
    const port = portOf(remedyFor('lambda_function'))
    const plan = await port.plan(order)
    clouds.state.lambda.reserved = 7
    await expect(port.apply(plan, timestamp)).rejects.toThrow('changed after the dry run')
    expect(clouds.changes).toEqual([])
  })
  it('does not revert over a change from outside', async () => {
    const port = portOf(remedyFor('lambda_function'))
    const receipt = await port.apply(await port.plan(order), timestamp)
    clouds.state.lambda.reserved = 3
    const before = clouds.changes.length
    expect(await port.revert(receipt)).toMatchObject({
      undone: false,
      message: expect.stringContaining('changed outside Kept'),
    })
    expect(clouds.changes).toHaveLength(before)
  })
  it('reverts an action that fails midway', async () => {
    const port = portOf(remedyFor('lambda_function'))
    const plan = await port.plan(order)
    clouds.refuse(/PUT .*event-source-mappings/, 500)
    await expect(port.apply(plan, timestamp)).rejects.toThrow('returned 500: Not now')
    expect(clouds.state.lambda.reserved).toBe(40)
    expect(clouds.state.mappings['m-1']?.enabled).toBe(true)
  })
  it('returns the receipt of an action applied before a crash, without sending it again', async () => {
    const port = portOf(remedyFor('lambda_function'))
    const plan = await port.plan(order)
    await port.apply(plan, timestamp)
    const before = clouds.changes.length
    expect((await port.apply(plan, timestamp)).before).toEqual(plan.before)
    expect(clouds.changes).toHaveLength(before)
  })
  it('needs a size to scale, a step its kind has, and an account of its cloud', async () => {
    const port = portOf(remedyFor('deployment'))
    const cart = target('deployment')
    await expect(port.plan({ target: cart, step: 'scale' })).rejects.toThrow('Enter the size')
    await expect(
      portOf(remedyFor('ec2_instance')).plan({ target: target('ec2_instance'), step: 'throttle' }),
    ).rejects.toThrow('has no step "throttle"')
    await expect(port.plan(order)).rejects.toThrow('this account is for kubernetes')
    expect(scriptFor({ target: target('ec2_instance'), step: 'throttle' })).toBeNull()
  })
})

describe('the door', () => {
  it('explains wrong keys', async () => {
    for (const [provider, wrongCredentials, kind, message] of [
      ['aws', { secret_access_key: 'wrong' }, 'lambda_function', 'denied access (403)'],
      ['azure', { client_secret: 'wrong' }, 'virtual_machine', 'denied a token to the application client (401)'],
      ['kubernetes', { token: 'wrong' }, 'deployment', 'denied access (403)'],
    ] as const) {
      const port = openAccount(
        provider,
        { ...clouds.credentials[provider], ...wrongCredentials },
        { fetch: plainFetch, nowMs },
      )
      await expect(port.plan({ target: target(kind), step: 'stop' })).rejects.toThrow(message)
    }
    expect(() => openAccount('aws', { access_key_id: 'x', secret: 'hush' }, { fetch: plainFetch, nowMs })).toThrow(
      'The aws credentials are not valid',
    )
  })
  it('never lets an id change the host of a request', async () => {
    const port = portOf(remedyFor('deployment'))
    for (const id of ['shop/deployment/..', '../x', 'Shop/deployment/cart', 'shop']) {
      await expect(port.plan({ target: { ...target('deployment'), id }, step: 'stop' })).rejects.toThrow(
        'namespace/name',
      )
    }
    const region = { ...target('lambda_function'), region: 'evil.example/' }
    await expect(portOf(remedyFor('lambda_function')).plan({ target: region, step: 'stop' })).rejects.toThrow('region')
  })
})

it('returns null for unknown ids', () => {
  for (const id of ['thumbnailer', '', 'arn:aws:s3:::bucket', '/subscriptions/s/resourceGroups/g/providers/a/b/c'])
    expect(targetOf({ id, name: 'x' })).toBeNull()
})
