/** What a person may do with a loop, and what the loop does by itself. */
import * as z from 'zod'
import { KeptError } from './errors.ts'
import { type LoopStatus, loopStatusSchema } from './loop.ts'

const loopMoves = ['investigate', 'acknowledge', 'resolve'] as const
export const loopMoveSchema = z.enum(loopMoves)
export type LoopMove = z.infer<typeof loopMoveSchema>

/** What becomes of a status by a move; what is not here is refused. */
const afterMove: Record<LoopMove, Partial<Record<LoopStatus, LoopStatus>>> = {
  investigate: { active: 'investigating', acknowledged: 'investigating' },
  acknowledge: { active: 'acknowledged', investigating: 'acknowledged' },
  resolve: { active: 'resolved', investigating: 'resolved', acknowledged: 'resolved' },
}

const moveLabels: Record<LoopMove, string> = {
  investigate: 'investigated',
  acknowledge: 'acknowledged',
  resolve: 'marked as resolved',
}

/** The status after a move, or one sentence why not. */
export function moveLoop(status: LoopStatus, move: LoopMove): LoopStatus {
  const next = afterMove[move][status]
  if (next === undefined) {
    throw new KeptError('conflict', `This loop is ${status}; it cannot be ${moveLabels[move]} now.`, {
      details: { status },
    })
  }
  return next
}

/** The moves that lead somewhere from a status. */
export function possibleMoves(status: LoopStatus): LoopMove[] {
  return loopMoves.filter((move) => afterMove[move][status] !== undefined)
}

/** Minutes a loop may still be seen after it was marked as resolved; then it is active again. */
const graceMinutes = 10

interface SeenAgain {
  status: LoopStatus
  resolvedBy: '' | 'person' | 'quiet'
  resolvedAt: number | null
  /** Whether the telemetry still shows it, and when it last did. */
  isOpen: boolean
  lastSeenAt: number
}

/** The status as the telemetry has it: quiet resolves, coming back reopens, a person's word stands in between. */
export function statusFromTelemetry({ status, resolvedBy, resolvedAt, isOpen, lastSeenAt }: SeenAgain): LoopStatus {
  if (!isOpen) return 'resolved'
  if (status !== 'resolved') return status
  if (resolvedBy !== 'person') return 'active'
  return resolvedAt !== null && lastSeenAt - resolvedAt > graceMinutes * 60_000 ? 'active' : 'resolved'
}

/** One step in the life of a loop: who, when, from what to what. */
export const loopStepSchema = z.object({
  event: z.string(),
  status_before: loopStatusSchema.nullable(),
  status_after: loopStatusSchema,
  actor_name: z.string(),
  note: z.string(),
  at: z.iso.datetime(),
})
export type LoopStep = z.infer<typeof loopStepSchema>
