/** Checks before a demo visitor's request is handled: the route's rule, quotas, and ownership. */
import { KeptError } from '@kept/domain/errors.ts'
import { textFieldOf } from '@kept/foundation/narrow.ts'
import { runInDemoVisit } from '@kept/store/database/demo-visit.ts'
import { countDemoChange, type DemoQuota, isOfDemoVisit } from '@kept/store/demo/visits.ts'
import type { RequestContext } from '../context.ts'
import { countAgainst } from '../rate-limit.ts'
import { type DemoOwnTable, demoRuleOf } from './rules.ts'

export const demoRefusal = "The demo can't do this. Create an account to try it with your own data."

export const demoQuota: DemoQuota = { changesPerVisit: 60, changes: 600, changedRows: 24 }
const CHANGES_PER_ADDRESS = 200
/** Maximum characters of a body; no form of the demo sends as much. */
const MAX_CHANGE_LENGTH = 16_384
/** A request that starts in a visit's last second ends before the visit is reverted. */
const graceMs = 120_000

type Asking = Pick<RequestContext, 'person' | 'me' | 'authenticatedBy' | 'route'>

/** True for callers that act for the demo organization, by session or API key; not for the operator. */
export function isInDemo({
  person,
  me,
  authenticatedBy,
}: Pick<RequestContext, 'person' | 'me' | 'authenticatedBy'>): boolean {
  return person?.demo === true || (me?.organization.demo === true && authenticatedBy !== 'operator')
}

/** Rejects what the demo does not support, for every caller in it. */
export function refuseByDemoRule(context: Asking): void {
  if (!isInDemo(context)) return
  if (demoRuleOf(context.route.method, context.route.path).is === 'refused')
    throw new KeptError('forbidden', demoRefusal)
}

/** Runs a contract handler within the current visit, when the visit may make this change. */
export async function runInDemo<T>(context: RequestContext, input: unknown, handle: () => Promise<T>): Promise<T> {
  const rule = demoRuleOf(context.route.method, context.route.path)
  const { session } = context
  // An API key of the demo has no visit that could be reverted.
  if (!session) {
    if (rule.is !== 'open') throw new KeptError('forbidden', demoRefusal)
    return handle()
  }
  const isChange = rule.is !== 'open'
  if (isChange) {
    if (JSON.stringify(input ?? null).length > MAX_CHANGE_LENGTH)
      throw new KeptError('too_large', 'This is too large for the demo. Create an account to use your own data.')
    await countChange(context, session, rule.is === 'undone')
  }
  return runInDemoVisit(session.id, async () => {
    if (rule.is === 'own' && context.route.method !== 'POST') await requireOwn(context, rule.table, input, session.id)
    return handle()
  })
}

async function countChange(
  { services, scope, ip }: RequestContext,
  session: NonNullable<RequestContext['session']>,
  isMark: boolean,
): Promise<void> {
  // The demo was disabled during this session.
  if (!scope) throw new KeptError('forbidden', demoRefusal)
  const sentence = 'Too many changes to the demo from your network. Continue after {time}, or create an account.'
  await countAgainst(services, [{ key: `demo-change:${ip}`, max: CHANGES_PER_ADDRESS, windowSeconds: 1800, sentence }])
  const reached = await countDemoChange(services.state.database, scope, {
    id: session.id,
    expiresAt: new Date(session.absolute_expires_at.getTime() + graceMs),
    quota: demoQuota,
    isMark,
  })
  if (reached === undefined) return
  const message =
    reached === 'visit'
      ? `A demo visit is limited to ${demoQuota.changesPerVisit} changes. Create an account to continue.`
      : 'The demo has reached its limit of changes and resets within 30 minutes. Create an account to continue.'
  throw new KeptError('too_many_requests', message, { details: { retry_after: 1800 } })
}

async function requireOwn(context: RequestContext, table: DemoOwnTable, input: unknown, visit: string): Promise<void> {
  const id = textFieldOf(input, 'id')
  const { services, scope } = context
  if (id === undefined || !scope) return
  if (await isOfDemoVisit(services.state.database, scope, { table, id, visit })) return
  throw new KeptError(
    'forbidden',
    'In the demo you can only change what you created during this visit. Create an account to try it with your own data.',
  )
}
