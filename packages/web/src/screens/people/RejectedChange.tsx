import { Button } from '@kept/ui/controls/Button.tsx'
import { Notice } from '@kept/ui/controls/Notice.tsx'
import type { Refusal } from './usePeopleActions.ts'

/** The users for whom a change was rejected; nothing was changed. */
export function RejectedChange({ refusal, onClose }: { refusal: Refusal; onClose(): void }) {
  return (
    <div className="mb-3">
      <Notice
        tone="leak"
        title={refusal.sentence}
        action={
          <Button size="small" onClick={onClose}>
            Dismiss
          </Button>
        }
      >
        <ul className="mt-1 list-disc space-y-0.5 pl-5 text-small">
          {refusal.reasons.map(({ name, reason }) => (
            <li key={name} className="break-words">
              {name}: {reason}
            </li>
          ))}
        </ul>
      </Notice>
    </div>
  )
}
