/** Telemetry of a file, evaluated by the organization's rules and stored like live telemetry. */
import type { LoopRule } from '@kept/domain/loop-rule.ts'
import type { Scope } from '@kept/domain/scope.ts'
import type { TelemetrySink } from '@kept/domain/span.ts'
import { listStoredRules } from '@kept/store/loops/rules.ts'
import { type SavedLoop, saveLoops } from '@kept/store/loops/save.ts'
import { countIntake } from '@kept/store/telemetry/intake.ts'
import { type TelemetryItem, writeTelemetry } from '@kept/store/telemetry/items.ts'
import type { Services } from '../../platform/context.ts'
import { rulesInForce } from '../all-rules.ts'
import { notifyLoops } from '../notify-loops.ts'
import { pricingOf } from '../pricing.ts'
import { allSeen } from '../seen-loops.ts'
import { type EvaluatedFile, evaluateTelemetry, inPieces } from './evaluate-file.ts'
import { evaluateInProcess } from './evaluate-in-process.ts'

interface TakenFile {
  loops: string[]
  suspected: string[]
  scanned: { spans: number; traces: number; series: number }
  dropped: Record<string, number>
}

export async function takeFile(
  services: Pick<Services, 'state' | 'now'>,
  scope: Scope,
  file: { path: string; name: string },
  signal: AbortSignal,
): Promise<TakenFile> {
  const rules = await rulesOf(services, scope)
  return evaluateInProcess(
    { ...file, rules },
    (evaluated, batches) => saveEvaluation(services, scope, evaluated, batches),
    { signal },
  )
}

/** The same for telemetry of this process itself: the demo's. */
export async function takeTelemetry(
  services: Pick<Services, 'state' | 'now'>,
  scope: Scope,
  read: (sink: TelemetrySink) => Promise<void>,
): Promise<TakenFile> {
  const { evaluated, sample } = await evaluateTelemetry(await rulesOf(services, scope), read)
  return saveEvaluation(services, scope, evaluated, inPieces(sample))
}

async function rulesOf({ state }: Pick<Services, 'state'>, scope: Scope): Promise<LoopRule[]> {
  return rulesInForce(await listStoredRules(state.database, scope)).map(({ rule }) => rule)
}

async function saveEvaluation(
  { state, now }: Pick<Services, 'state' | 'now'>,
  scope: Scope,
  { incidents, surroundings, items, scanned, dropped }: EvaluatedFile,
  batches: AsyncIterable<TelemetryItem[]> | Iterable<TelemetryItem[]>,
): Promise<TakenFile> {
  const seenLoops = await allSeen(incidents, surroundings, pricingOf({ state, now }, scope))
  for await (const batch of batches) await writeTelemetry(state.warehouse, scope, batch, now())
  const saved = await saveLoops(state.database, scope, seenLoops, { now: now(), source: 'file' })
  await notifyLoops(state.database, scope, saved)
  await countIntake(
    state.database,
    scope,
    [
      { signal: 'files', reason: '', items },
      ...[...dropped].map(([reason, count]) => ({ signal: 'files' as const, reason, items: count })),
    ],
    now(),
  )
  const ids = (loops: readonly SavedLoop[], confirmed: boolean) =>
    loops.filter((loop) => loop.loop.confirmed === confirmed).map(({ id }) => id)
  return { loops: ids(saved, true), suspected: ids(saved, false), scanned, dropped: Object.fromEntries(dropped) }
}
