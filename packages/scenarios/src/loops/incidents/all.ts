/**
 * The seventh set: twelve pairs of what happens in companies, each a loop and its healthy twin, all of them held. Written
 * by other hands than those of the detectors, from the guide of runaway loops and the paper behind it.
 */
import type { ToolDefaultsClass } from '../tool-defaults/world-class.ts'
import type { Twins } from '../twins/twin.ts'
import { acknowledgments } from './acknowledgments.ts'
import { catalogCursor } from './catalog-cursor.ts'
import { deviceSessions } from './device-sessions.ts'
import { documentIntake } from './document-intake.ts'
import { gpuMemory } from './gpu-memory.ts'
import { instanceGroup } from './instance-group.ts'
import { listFlow } from './list-flow.ts'
import { logAgent } from './log-agent.ts'
import { nameServers } from './name-servers.ts'
import { overlappingJobs } from './overlapping-jobs.ts'
import { queryCounts } from './query-counts.ts'
import { rebalances } from './rebalances.ts'

const pairs: Twins[] = [
  ...[documentIntake, logAgent, deviceSessions, nameServers, gpuMemory, catalogCursor],
  ...[queryCounts, instanceGroup, acknowledgments, rebalances, overlappingJobs, listFlow],
]

export const seventhLoops: ToolDefaultsClass[] = pairs.map(({ loop }) => loop)
export const seventhLookAlikes: ToolDefaultsClass[] = pairs.map(({ healthy }) => healthy)
