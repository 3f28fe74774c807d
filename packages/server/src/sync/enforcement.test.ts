/** The published policy is what Kept uses, no more and no less: against moto, which enforces policies. */
import { checkAccess } from '@kept/connectors/aws/live/check.ts'
import { readPolicy } from '@kept/connectors/aws/live/policy.ts'
import { createOneOfEach, createUserWith, openOwnerSession } from '@kept/connectors/aws/live/testing/owner.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { asMotoNames, hasMoto, type Moto, startMoto } from './testing/moto.ts'

describe.skipIf(!hasMoto)('the read policy', () => {
  let moto: Moto
  const actions = readPolicy().Statement.flatMap(({ Action }) => Action)
  const region = 'us-east-1'

  beforeAll(async () => {
    moto = await startMoto()
    await createOneOfEach(moto.session, region)
  }, 240_000)
  afterAll(() => moto?.stop())

  async function checkWith(allowed: readonly string[]) {
    await moto.enforce(false)
    const user = await createUserWith(moto.url, {
      Version: '2012-10-17',
      Statement: [{ Effect: 'Allow', Action: allowed.map(asMotoNames), Resource: '*' }],
    })
    await moto.enforce(true)
    return checkAccess(openOwnerSession(moto.url, user), region)
  }

  it('is enough', async () => {
    const { capabilities } = await checkWith(actions)
    expect(capabilities.filter(({ state }) => state === 'missing')).toEqual([])
  }, 60_000)

  it.each(actions.filter((action) => !notEnforced.includes(action)))(
    'needs %s, and names it',
    async (missing) => {
      const { capabilities } = await checkWith(actions.filter((action) => action !== missing))
      const named = capabilities.flatMap((capability) => capability.missing)
      expect([...new Set(named)]).toEqual([missing])
      const { statement = '' } = capabilities.find(({ state }) => state === 'missing') ?? {}
      expect(JSON.parse(statement)).toMatchObject({ Effect: 'Allow', Action: [missing], Resource: '*' })
    },
    60_000,
  )

  it('names a wrong secret', async () => {
    await moto.enforce(false)
    const user = await createUserWith(moto.url, readPolicy())
    await moto.enforce(true)
    const wrong = openOwnerSession(moto.url, { ...user, secret_access_key: 'wrong' })
    await expect(checkAccess(wrong, region)).rejects.toThrow(
      'The secret access key does not belong to the access key ID. Enter both again.',
    )
    const unknown = openOwnerSession(moto.url, { access_key_id: 'AKIAUNKNOWN', secret_access_key: 'wrong' })
    await expect(checkAccess(unknown, region)).rejects.toThrow(/^AWS does not know the access key ID\./)
  }, 60_000)
})

/**
 * AWS answers GetCallerIdentity to everyone. The block of an account is read for a public bucket only, from a host that
 * begins with the account, which an emulator at an address does not have. moto has no price list: its denial is held in
 * `prices.test.ts`, against a double of ours.
 */
const notEnforced = ['sts:GetCallerIdentity', 's3:GetAccountPublicAccessBlock', 'pricing:GetProducts']
