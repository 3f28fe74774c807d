/** Evaluates the worlds it receives, in a thread of its own. */
import { parentPort, workerData } from 'node:worker_threads'
import type { LoopType } from '@kept/domain/loop-types.ts'
import { quietMonthWorld } from '@kept/scenarios/loops/quiet-month.ts'
import { type LoopWorld, lookAlikeWorld, loopWorld, type Split } from '@kept/scenarios/loops/world.ts'
import { evaluateWorld } from './evaluate-loops.ts'
import { loopRules } from './loops-rules.ts'

export type WorldSpec =
  | { kind: 'loop'; type: LoopType; intensity: number; number: number }
  | { kind: 'look-alike'; family: string; number: number }
  | { kind: 'quiet'; number: number }

if (parentPort) {
  const { split } = workerData as { split: Split }
  const port = parentPort
  port.on('message', (spec: WorldSpec) => port.postMessage(evaluateWorld(worldOf(split, spec), loopRules)))
}

function worldOf(split: Split, spec: WorldSpec): LoopWorld {
  if (spec.kind === 'loop') return loopWorld(split, spec.type, spec.intensity, spec.number)
  return spec.kind === 'quiet' ? quietMonthWorld(split, spec.number) : lookAlikeWorld(split, spec.family, spec.number)
}
