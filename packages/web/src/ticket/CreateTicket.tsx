import { Button } from '@kept/ui/controls/Button.tsx'
import { type ComponentProps, lazy, Suspense, useState } from 'react'
import type { Ticket } from './ticket-text.ts'

const TicketDialog = lazy(() => import('./TicketDialog.tsx'))

/** A button that opens the text of a ticket; the text is made when it is asked for. */
export function CreateTicket({
  load,
  size,
}: {
  load(): Promise<Ticket>
  size?: ComponentProps<typeof Button>['size']
}) {
  const [ticket, setTicket] = useState<Ticket | null>(null)
  return (
    <>
      <Button {...(size && { size })} onClick={() => void load().then(setTicket)}>
        Create ticket
      </Button>
      {ticket && (
        <Suspense fallback={null}>
          <TicketDialog ticket={ticket} onClose={() => setTicket(null)} />
        </Suspense>
      )}
    </>
  )
}
