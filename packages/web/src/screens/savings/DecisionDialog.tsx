import type { Recommendation } from '@kept/domain/recommendation.ts'
import { Dismiss } from '../../savings/Dismiss.tsx'
import { Snooze } from '../../savings/Snooze.tsx'
import { Accept } from './Accept.tsx'
import type { InboxAct } from './useInboxKeys.ts'

interface DecisionDialogProps {
  act: InboxAct
  recommendations: readonly Recommendation[]
  onClose(): void
  onDone(): void
}

const dialogs = { accept: Accept, snooze: Snooze, dismiss: Dismiss } as const

/** Asks for what a decision needs: an owner, a day, a reason. */
export default function DecisionDialog({ act, ...rest }: DecisionDialogProps) {
  const Dialog = dialogs[act]
  return <Dialog {...rest} />
}
