import { Button } from '@kept/ui/controls/Button.tsx'
import { useState } from 'react'
import { InviteForm } from '../../account/InviteForm.tsx'

/** Those who should see the figures too, one after the other. */
export function FirstPeople({ onDone }: { onDone(): void }) {
  const [invited, setInvited] = useState<string[]>([])
  return (
    <div className="max-w-sm space-y-4">
      <InviteForm key={invited.length} onInvited={(email) => setInvited([...invited, email])} />
      {invited.length > 0 && (
        <div role="status" className="space-y-3 border-rule border-t pt-3">
          <p className="text-body">Invited: {invited.join(', ')}</p>
          <Button tone="primary" onClick={onDone}>
            Done
          </Button>
        </div>
      )}
    </div>
  )
}
