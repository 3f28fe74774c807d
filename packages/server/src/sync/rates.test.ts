/** How fast clouds are asked: as the sync paces it, against doubles with the limits of the clouds, on a clock of its own. */
import { listAccounts } from '@kept/connectors/aws/live/discover.ts'
import { awsPort } from '@kept/connectors/aws/live/ports.ts'
import { openSession } from '@kept/connectors/aws/live/session.ts'
import { openAzureCloud } from '@kept/connectors/azure/live/cloud.ts'
import {
  answerAzure,
  clientId,
  clientSecret,
  createSmallAzure,
  subscriptionId,
  tenantId,
} from '@kept/connectors/azure/live/testing/small-azure.ts'
import { failure } from '@kept/connectors/azure/live/testing/small-manager.ts'
import { type AnswerTo, depsOf, readAllItems } from '@kept/domain/sync/testing/small-cloud.ts'
import { takeToken } from '@kept/domain/sync/token-bucket.ts'
import { describe, expect, it } from 'vitest'
import { createPace } from '../platform/pace.ts'

const startMs = Date.parse('2026-11-22T10:20:00Z')
/** How long a fast cloud takes for an answer. */
const answerMs = 5

/** A clock that moves while Kept waits, and a little with every answer. */
function pacedDeps(answerTo: AnswerTo, clock: { ms: number }, { isPaced = true } = {}) {
  const nowMs = () => clock.ms
  const pace = createPace(nowMs, async (ms) => {
    clock.ms += ms
  })
  const deps = depsOf((request) => {
    clock.ms += answerMs
    return answerTo(request)
  })
  return { ...deps, nowMs, ...(isPaced && { pace }) }
}

/** How many requests find no token left. */
function limit(clock: { ms: number }, limits: { burst: number; perSecond: number }) {
  let state: ReturnType<typeof takeToken>['state'] | undefined
  return {
    refused: 0,
    take() {
      const taken = takeToken(state, clock.ms, limits)
      if (taken.waitMs === 0) state = taken.state
      else this.refused += 1
      return taken.waitMs === 0
    },
  }
}

describe('Resource Graph', () => {
  /** Queries that came when 15 others had come in the five seconds before. */
  async function tooFast(isPaced: boolean): Promise<number> {
    const clock = { ms: startMs }
    const times: number[] = []
    let refused = 0
    const subscriptions = Array.from({ length: 12 }, (_, index) => subscriptionId(index))
    const azure = createSmallAzure({
      subscriptions,
      fault: ({ url }) => {
        if (!url.pathname.endsWith('ResourceGraph/resources')) return undefined
        times.push(clock.ms)
        if (times.filter((ms) => clock.ms - ms < 5_000).length <= 15) return undefined
        refused += 1
        return isPaced ? failure(429, 'RateLimiting', 'Please throttle.') : undefined
      },
    })
    const access = { tenant_id: tenantId, client_id: clientId, client_secret: clientSecret, subscriptions: [] }
    const cloud = openAzureCloud({ ...access, cloud: 'public' }, pacedDeps(answerAzure(azure), clock, { isPaced }))
    for (const unit of (await cloud.discover()).units.filter(({ dataset }) => dataset === 'compute'))
      await readAllItems(cloud, unit, clock.ms)
    expect(times.length).toBeGreaterThan(30)
    return refused
  }

  it('pitfall: Resource Graph takes 15 queries in five seconds', async () => {
    expect(await tooFast(true)).toBe(0)
    expect(await tooFast(false)).toBeGreaterThan(0)
  })
})

describe('AWS', () => {
  const keys = { access_key_id: 'AKIA', secret_access_key: 'secret', external_id: 'kept-1' }
  const location = { accountId: '111122223333', accountName: 'Shop', region: 'us-east-1' }

  /** Of the customer's own calls, five a second, that share the limit of the account: those that are refused. */
  async function refusedScaling(isPaced: boolean): Promise<number> {
    const clock = { ms: startMs }
    // docs.aws.amazon.com/ec2/latest/devguide/ec2-api-throttling.html, non-mutating actions.
    const account = limit(clock, { burst: 100, perSecond: 20 })
    const ofKept = { count: 0 }
    let scaledUntilMs = clock.ms
    let refused = 0
    const answerTo: AnswerTo = ({ body }) => {
      for (; scaledUntilMs < clock.ms; scaledUntilMs += 200) if (!account.take()) refused += 1
      account.take()
      ofKept.count += 1
      const action = new URLSearchParams(body).get('Action') ?? ''
      const page = Number(new URLSearchParams(body).get('NextToken') ?? 0)
      return { body: `<${action}Response>${page < 90 ? `<nextToken>${page + 1}</nextToken>` : ''}</${action}Response>` }
    }
    const session = openSession(keys, pacedDeps(answerTo, clock, { isPaced }))
    let cursor: string | null = null
    do {
      cursor = (await awsPort('ec2').readPage(session, location, { cursor, targets: [], nowMs: clock.ms })).next
    } while (cursor !== null)
    expect(ofKept.count).toBeGreaterThan(300)
    return refused
  }

  it("pitfall: scanning breaks a customer's autoscaling (ScoutSuite#91)", async () => {
    expect(await refusedScaling(true)).toBe(0)
    expect(await refusedScaling(false)).toBeGreaterThan(0)
  }, 60_000)

  it('pitfall: Organizations throttles with 5,000 accounts (botocove#17)', async () => {
    const clock = { ms: startMs }
    const organization = limit(clock, { burst: 13, perSecond: 8 })
    let sent = 0
    const answerTo: AnswerTo = ({ body }) => {
      sent += 1
      if (!organization.take() || sent % 50 === 0)
        return { status: 400, body: { __type: 'TooManyRequestsException', Message: 'Slow down.' } }
      const start = Number(JSON.parse(body).NextToken ?? 0)
      const Accounts = Array.from({ length: 20 }, (_, index) => ({
        Id: String(100_000_000_000 + start + index),
        Status: 'ACTIVE',
      }))
      return { body: { Accounts, ...(start + 20 < 5_000 && { NextToken: String(start + 20) }) } }
    }
    const accounts = await listAccounts(openSession(keys, pacedDeps(answerTo, clock)))
    expect(new Set(accounts.map(({ id }) => id)).size).toBe(5_000)
    expect(organization.refused).toBe(0)
    const always: AnswerTo = () => ({ status: 400, body: { __type: 'TooManyRequestsException', Message: 'No.' } })
    await expect(listAccounts(openSession(keys, pacedDeps(always, clock)))).rejects.toMatchObject({ kind: 'throttled' })
  }, 60_000)
})
