/**
 * What Kept does by itself about loops it has just judged, minute by minute, behind every guard. A minute rehearses, the
 * next one acts: nothing is done in the minute it was thought of.
 */
import { loopTypeWords } from '@kept/domain/loop.ts'
import type { LoopRule } from '@kept/domain/loop-rule.ts'
import type { Scope } from '@kept/domain/scope.ts'
import { decideRemediation, type RemediationDecision } from '@kept/engine/loops/remediation/decide.ts'
import { findLoop } from '@kept/store/loops/find.ts'
import { listStoredRules } from '@kept/store/loops/rules.ts'
import type { SavedLoop } from '@kept/store/loops/save.ts'
import { addNotification } from '@kept/store/notifications/add.ts'
import { countAutomaticDeeds, type KnownDeed, listDeeds } from '@kept/store/remediation/deeds.ts'
import { readPolicy } from '@kept/store/remediation/policy.ts'
import type { Services } from '../../platform/context.ts'
import { type Actor, perform, rehearse } from '../../platform/remediation/deeds.ts'
import { registryOf } from '../../platform/remediation/registry.ts'
import { rulesInForce } from '../all-rules.ts'
import { besideLoop } from './beside-loop.ts'
import { bookStop } from './book-stop.ts'
import { targetOfLoop } from './target-of-loop.ts'

type Doors = Pick<Services, 'state' | 'secrets' | 'config' | 'now' | 'log'>

const hourMs = 3_600_000

/** Only what is seen live: a file tells of the past. */
export async function remediateLoops(services: Doors, scope: Scope, saved: readonly SavedLoop[]): Promise<void> {
  const open = saved.filter(({ seen }) => seen.confirmed && seen.detection.status !== 'resolved')
  if (open.length === 0) return
  const { policy } = await readPolicy(services.state.database, scope)
  if (!policy.automatic) return
  const rules = rulesInForce(await listStoredRules(services.state.database, scope)).map(({ rule }) => rule)
  for (const { id, seen } of open) {
    const rule = rules.find((one) => one.id === seen.rule_id)
    if (!rule?.auto_remediation.enabled) continue
    try {
      await remediateOne(services, scope, id, rule, policy)
    } catch (error) {
      // It stands in the deed and in the loop's story; the others have their turn.
      services.log.warn({ err: error, loop: id }, 'a loop could not be acted upon')
    }
  }
}

async function remediateOne(
  services: Doors,
  scope: Scope,
  id: string,
  rule: LoopRule,
  policy: Parameters<typeof decideRemediation>[0]['policy'],
): Promise<RemediationDecision> {
  const { state, now } = services
  const found = await findLoop(state.database, scope, id)
  const { loop, evidence } = found
  const { target, steps, isCritical } = await targetOfLoop(services, scope, found)
  const access = target && (await registryOf(services, scope).accessTo(target))
  const deeds = await listDeeds(state.database, scope, { subject: 'loop', subjectId: id })
  const decision = decideRemediation({
    policy,
    rule,
    isConfirmed: loop.confirmed,
    isActive: loop.status === 'active',
    probability: evidence.probability,
    hourlyCost: loop.cost_impact.estimated_hourly_cost,
    isCritical,
    done: deeds.map(({ deed }) => ({ step: deed.step, dryRun: deed.state === 'rehearsed' })),
    doneThisHour: await countAutomaticDeeds(state.database, scope, new Date(now().getTime() - hourMs)),
    possible: access?.port ? steps : [],
  })
  if (decision.step === 'notify' || !target) return decision
  const by: Actor = {
    name: 'Kept',
    stamp: { actor: { kind: 'system', id: null, name: 'Kept' }, at: now() },
  }
  const wanted = {
    subject: 'loop',
    subjectId: id,
    order: { target, step: decision.step },
    automatic: true,
    by,
  } as const
  if (decision.dryRun) {
    const isKnown = deeds.some(
      ({ deed }) => deed.state === 'rehearsed' && deed.automatic && deed.step === decision.step,
    )
    if (!isKnown) await tell(services, scope, found.loop, await rehearse(services, scope, wanted), 'would')
    return decision
  }
  const known = await perform(services, scope, wanted, {
    revertAt:
      decision.revertAfterMinutes === null ? null : new Date(now().getTime() + decision.revertAfterMinutes * 60_000),
    beside: besideLoop(by.name, now),
  })
  await bookStop(services, scope, found, { by: by.name, at: now(), words: known.deed.words })
  await tell(services, scope, loop, known, 'did')
  return decision
}

async function tell(
  { state }: Doors,
  scope: Scope,
  loop: Awaited<ReturnType<typeof findLoop>>['loop'],
  { deed }: KnownDeed,
  did: 'would' | 'did',
): Promise<void> {
  const what = deed.step === 'throttle' ? 'paused' : 'stopped'
  const until = deed.revert_at ? ` It is undone at ${deed.revert_at.slice(0, 16).replace('T', ' ')} UTC.` : ''
  await state.database.scoped(scope, (tx) =>
    addNotification(tx, scope, {
      kind: 'loop',
      title: did === 'did' ? `Kept ${what} ${loop.resource_name}` : `Rehearsed: ${loop.resource_name} would be ${what}`,
      body: `${loopTypeWords[loop.loop_type].label}. ${deed.words}${until}`,
      href: `/loops?loop=${loop.id}`,
    }),
  )
}
