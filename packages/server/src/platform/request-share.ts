/**
 * The share of one request in common resources. Requests of one organization, and of one demo visitor, have a limited
 * concurrency; their warehouse queries take turns with those of other organizations and are killed when they cost too
 * much. Jobs have limits of their own.
 */
import { AsyncLocalStorage } from 'node:async_hooks'
import type { Warehouse } from '@kept/store/warehouse/client.ts'
import type { RequestContext } from './context.ts'
import { FairQueue } from './fair-queue.ts'

interface Share {
  organization: string
}

const currentShare = new AsyncLocalStorage<Share>()

/** Seconds that one query of a request may run in the warehouse. */
const MAX_QUESTION_SECONDS = 60

interface RequestShares {
  /** Runs the authentication; `credential` is what the request carries, else its address. */
  identify<T>(credential: string, work: () => Promise<T>): Promise<T>
  /** Runs a request's handler when it is the turn of its visitor and its organization. */
  run<T>(context: RequestContext, handle: () => Promise<T>): Promise<T>
}

export function createRequestShares(): RequestShares {
  const visitors = new FairQueue({ slots: 10_000, slotsPerKey: 12, queuePerKey: 120, maxWaitMs: 30_000 })
  const organizations = new FairQueue({ slots: 24, slotsPerKey: 8, queuePerKey: 240, maxWaitMs: 30_000 })
  const credentials = new FairQueue({ slots: 8, slotsPerKey: 3, queuePerKey: 120, maxWaitMs: 30_000 })
  return {
    identify: (credential, work) => credentials.run(credential, work),
    run(context, handle) {
      const { organization, visitor } = shareKeys(context)
      return visitors.run(visitor, () =>
        organizations.run(organization, () => currentShare.run({ organization }, handle)),
      )
    },
  }
}

/** The sharing keys: users of an organization, demo visitors by session, anonymous callers by address. */
function shareKeys({ me, scope, session, ip }: RequestContext): { organization: string; visitor: string } {
  if (!scope) return { organization: `address ${ip}`, visitor: `address ${ip}` }
  const organization = `organization ${scope.organizationId}`
  return { organization, visitor: me?.organization.demo && session ? `session ${session.id}` : organization }
}

/** A warehouse whose queries take turns among organizations when they run for a request. */
export function shareWarehouse(warehouse: Warehouse): Warehouse {
  const questions = new FairQueue({ slots: 12, slotsPerKey: 6, queuePerKey: 1000, maxWaitMs: 60_000 })
  return {
    ...warehouse,
    query(scope, sql, parameters, options) {
      const share = currentShare.getStore()
      if (!share) return warehouse.query(scope, sql, parameters, options)
      const settings = { max_execution_time: MAX_QUESTION_SECONDS, ...options?.settings }
      return questions.run(share.organization, () => warehouse.query(scope, sql, parameters, { ...options, settings }))
    },
  }
}
