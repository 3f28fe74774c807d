import { Dialog } from '@kept/ui/controls/Dialog.tsx'
import { toasts } from '@kept/ui/toast/toasts.ts'
import { InviteForm } from '../../account/InviteForm.tsx'

/** Invites one person. */
export function Invite({ onClose, onInvited }: { onClose(): void; onInvited(): Promise<unknown> }) {
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="Invite user"
      description="We'll email a link that works once, for this address only."
    >
      <InviteForm
        onInvited={async (email) => {
          toasts.show({ title: `Invitation sent to ${email}` })
          onClose()
          await onInvited()
        }}
        onCancel={onClose}
      />
    </Dialog>
  )
}
